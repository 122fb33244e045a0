// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The job as a process of its own, to be killed. Ends by itself when its input does: whoever started it is gone. */
final class JobMain {
    private JobMain() {}

    /** @param args broker, state folder, standbys */
    public static void main(String[] args) throws Exception {
        try (WindowsJob job = new WindowsJob(ends(args[0]), config(Path.of(args[1]), Integer.parseInt(args[2])))) {
            job.start();
            System.out.println("started");
            job.awaitRunning(Duration.ofMinutes(2));
            System.out.println("running");
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
        }
        System.out.println("left");
    }

    /** Whoever was killed is missed after 1.5 s, and what it left undone is given up after 3 s. */
    private static KafkaEnds ends(String bootstrapServers) {
        Map<String, String> impatient = Map.of(
                "main.consumer.session.timeout.ms", "1500",
                "main.consumer.heartbeat.interval.ms", "300",
                "producer.transaction.timeout.ms", "3000");
        return new KafkaEnds(bootstrapServers, Topic.DEFAULT_PREFIX, WireFormat.JSON, impatient);
    }

    /** Never takes silence for an end: when that comes is a matter of the clock. */
    private static WindowsConfig config(Path stateDir, int standbys) {
        return new WindowsConfig(
                WindowsConfig.DEFAULT_APPLICATION_ID,
                stateDir,
                GroupProtocol.CLASSIC,
                1,
                Duration.ofMillis(100),
                Duration.ofHours(1),
                Duration.ofSeconds(1),
                List.of(1_000L),
                standbys,
                FoldRules.defaults());
    }
}
