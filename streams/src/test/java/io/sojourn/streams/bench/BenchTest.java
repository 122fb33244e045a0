// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the figures of the benchmarks stand on. */
final class BenchTest {
    private static final Set<String> KNOWN = Set.of("--queues", "--early", "--json", "--quick");

    @Test
    void headOfABatchOfWindowsIsReadInBothFormats() {
        WindowBatch batch =
                new WindowBatch(Schema.CURRENT, "node-7", Stage.FINAL, 10_000, 1_700_000_040_000L, -3L, List.of());
        for (WireFormat format : WireFormat.values()) {
            assertThat(WindowHead.read(Wire.write(batch, format)))
                    .isEqualTo(new WindowHead("node-7", Stage.FINAL, 10_000, 1_700_000_040_000L));
        }
    }

    @Test
    void percentileIsTheLeastValueThatHasThatShareAtOrBelowIt() {
        Delays delays =
                Delays.of("windows", 200, LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(delays.p50Millis()).isEqualTo(50);
        assertThat(delays.p99Millis()).isEqualTo(99);
        assertThat(delays.mostMillis()).isEqualTo(100);
    }

    @Test
    void innermostTellingFrameDecides() {
        assertThat(Part.of("io.sojourn.streams.fold.Figures.of")).contains(Part.FIGURES);
        assertThat(Part.of("io.sojourn.streams.fold.NodeFold.accept")).contains(Part.FOLD);
        assertThat(Part.of("io.sojourn.telemetry.Wire.write")).contains(Part.ENCODE);
        assertThat(Part.of("java.util.HashMap.get")).isEmpty();
        assertThat(Part.ofThread("VM Thread")).contains(Part.GC);
    }

    @Test
    void queuesThatAreNoWholeNodesAreRefused() {
        assertThatThrownBy(() -> Options.parse("windows", List.of(1_000), KNOWN, "--queues", "1000,250"))
                .isInstanceOf(BenchFailure.class)
                .hasMessage("--queues 250: a node has 200 queues; give a multiple of it");
        assertThatThrownBy(() -> Options.parse("windows", List.of(1_000), KNOWN, "--early", "maybe"))
                .hasMessage("--early maybe: must be on or off");
        assertThat(Options.parse("windows", List.of(1_000), KNOWN, "--queues", "400,800", "--early", "on")
                        .queues())
                .containsExactly(400, 800);
    }
}
