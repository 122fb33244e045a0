// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a {@link SideProcess} is told.
 *
 * @param group consumer group: how far it has come is asked of the broker
 * @param early whether the job gives early results
 * @param standbys replicas of the job's state on other instances
 */
record SideArguments(
        SideKind kind, KafkaEnds ends, String group, Path stateFolder, int threads, boolean early, int standbys) {
    /** The job's default; the same for all. */
    static final Duration COMMIT_INTERVAL = Duration.ofMillis(200);

    static SideArguments parse(String... words) {
        KafkaEnds ends = new KafkaEnds(words[1], words[2], WireFormat.valueOf(words[3]), Map.of());
        return new SideArguments(
                SideKind.valueOf(words[0]),
                ends,
                words[4],
                Path.of(words[5]),
                Integer.parseInt(words[6]),
                Boolean.parseBoolean(words[7]),
                Integer.parseInt(words[8]));
    }

    List<String> words() {
        return List.of(
                kind.name(),
                ends.bootstrapServers(),
                ends.topicPrefix(),
                ends.format().name(),
                group,
                stateFolder.toString(),
                Integer.toString(threads),
                Boolean.toString(early),
                Integer.toString(standbys));
    }
}
