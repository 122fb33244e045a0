// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.exact.Scenario;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exactly once: the job in processes of its own that are killed, against a real broker. */
final class CrashExactnessTest {
    private static final int KILLS = 10;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void tenKillsAndABrokerThatGoesAwayLeaveEveryWindowOnceAndExact() throws Exception {
        Random random = new Random(5);
        Scenario scenario = Scenario.recorded(5);
        LocalBroker broker = broker();
        TopicReader reader = new TopicReader(broker.ends());
        ChaosFeed feed = open(new ChaosFeed(broker.ends(), scenario, 5));
        int portion = feed.left() / (KILLS + 2);
        for (int kill = 0; kill < KILLS; kill++) {
            JobProcess job = job(broker.ends(), "state", 0);
            int records = 1 + random.nextInt(20);
            if (kill % 4 == 3) {
                feed.send(portion);
                job.awaitStarted();
            } else {
                reader.awaitMore(Topic.WINDOWS, records, () -> feed.send(portion));
            }
            job.kill();
            if (kill % 2 == 1) {
                delete(folder.resolve("state"));
            }
        }
        JobProcess job = job(broker.ends(), "state", 0);
        job.awaitRunning();
        reader.awaitMore(Topic.WINDOWS, 1, () -> feed.send(portion));
        broker.stop();
        broker.start();
        feed.send(feed.left());

        new JobOutput(broker.ends(), scenario).assertExact();
        assertThat(job.isAlive()).isTrue();
    }

    @Test
    void aSecondInstanceThatComesAndGoesAndAStandbyThatTakesOverLeaveEveryWindowOnceAndExact() throws Exception {
        Scenario scenario = Scenario.recorded(6);
        LocalBroker broker = broker();
        TopicReader reader = new TopicReader(broker.ends());
        ChaosFeed feed = open(new ChaosFeed(broker.ends(), scenario, 6));
        int portion = feed.left() / 5;
        JobProcess first = job(broker.ends(), "first", 1);
        reader.awaitMore(Topic.WINDOWS, 20, () -> feed.send(portion));

        JobProcess second = job(broker.ends(), "second", 1);
        second.awaitRunning();
        reader.awaitMore(Topic.WINDOWS, 20, () -> feed.send(portion));
        first.kill();
        reader.awaitMore(Topic.WINDOWS, 20, () -> feed.send(portion));

        JobProcess third = job(broker.ends(), "first", 1);
        third.awaitRunning();
        reader.awaitMore(Topic.WINDOWS, 20, () -> feed.send(portion));
        second.leave();
        feed.send(feed.left());

        new JobOutput(broker.ends(), scenario).assertExact();
        assertThat(third.isAlive()).isTrue();
    }

    private LocalBroker broker() throws Exception {
        LocalBroker broker = open(new LocalBroker(folder.resolve("broker")));
        broker.start();
        broker.createTopics();
        return broker;
    }

    private JobProcess job(KafkaEnds ends, String state, int standbys) throws IOException {
        return open(
                new JobProcess(ends.bootstrapServers(), folder.resolve(state), standbys, folder.resolve("job.log")));
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private static void delete(Path state) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
