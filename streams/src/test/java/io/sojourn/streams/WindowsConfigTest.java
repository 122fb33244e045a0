// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.KafkaEnds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

final class WindowsConfigTest {
    private static final WindowsConfig DEFAULTS = WindowsConfig.defaults(Path.of("state"));

    @Test
    void defaultsAreFiveSizesAndFifteenSecondsOfSilence() {
        assertThat(DEFAULTS.rules().sizes())
                .containsExactly(
                        new WindowSize(1_000, 2_000),
                        new WindowSize(10_000, 2_000),
                        new WindowSize(60_000, 5_000),
                        new WindowSize(300_000, 10_000),
                        new WindowSize(3_600_000, 30_000));
        assertThat(DEFAULTS.idleAfter()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void kafkaTakesTheSettingsOfEitherProtocolAndRunsExactlyOnce() {
        for (GroupProtocol protocol : GroupProtocol.values()) {
            WindowsConfig config = new WindowsConfig(
                    "app",
                    Path.of("state"),
                    protocol,
                    2,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(1),
                    List.of(1_000L),
                    1,
                    FoldRules.defaults());
            Properties properties = WindowsProperties.of(KafkaEnds.plaintext("nowhere:9092"), config);

            StreamsConfig streams = new StreamsConfig(properties);

            assertThat(streams.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                    .isEqualTo("exactly_once_v2");
            assertThat(streams.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(50);
            assertThat(streams.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG)).isEqualTo(2);
        }
    }

    @Test
    void rejectsSilenceOfLessThanASecond() {
        assertThatThrownBy(() -> new WindowsConfig(
                        "app",
                        Path.of("state"),
                        GroupProtocol.CLASSIC,
                        1,
                        Duration.ofMillis(200),
                        Duration.ofMillis(999),
                        Duration.ZERO,
                        List.of(),
                        0,
                        FoldRules.defaults()))
                .hasMessage("idleAfter=PT0.999S; must be at least 1 s");
    }

    @Test
    void rejectsASizeGivenTwice() {
        assertThatThrownBy(() -> new FoldRules(List.of(new WindowSize(1_000, 0), new WindowSize(1_000, 1)), 10_000, 0))
                .hasMessageContaining("a multiple of 1000");
    }

    @Test
    void rejectsALargerSizeThatClosesBeforeItsParts() {
        assertThatThrownBy(
                        () -> new FoldRules(List.of(new WindowSize(1_000, 2_000), new WindowSize(10_000, 1_999)), 1, 0))
                .hasMessageContaining("at least that of 1000 ms, 2000");
    }

    @Test
    void jobThatIsNotStartedSaysSoAndClosesWithoutEffect() {
        WindowsJob job = new WindowsJob(KafkaEnds.plaintext("nowhere:9092"), DEFAULTS);

        assertThat(job.check()).contains("sojourn-windows is not started");
        job.close();
        assertThat(job.counters().snapshot()).containsEntry("batchesIn", 0L).hasSize(17);
    }
}
