// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchesTest {
    private static final WindowBatch BATCH = new WindowBatch(
            1, "edge-1", Stage.FINAL, 10_000, 20_000, null, List.of(Windows.full(), Windows.full(), Windows.full()));

    private final List<OutOfRange> refused = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(WireFormat.class)
    void goodBatchIsItsWindows(WireFormat format) {
        assertThat(Batches.windows(Wire.write(BATCH, format), refused::add)).isEqualTo(BATCH.windows());
        FlowWindowBatch flows = new FlowWindowBatch(1, "edge-1", 1_000, 12_000, List.of(Records.flowWindow()));
        assertThat(Batches.flowWindows(Wire.write(flows, format), refused::add)).isEqualTo(flows.windows());
        assertThat(refused).isEmpty();
    }

    @Test
    void refusedWindowIsNamedAndTheOthersAreRead() {
        String text = Wire.text(BATCH).replaceFirst("\"discipline\":\"[A-Z_]*\"", "\"discipline\":\"NEXT_YEARS\"");

        List<QueueWindow> windows = Batches.windows(text.getBytes(StandardCharsets.UTF_8), refused::add);

        assertThat(windows).containsExactly(Windows.full(), Windows.full());
        assertThat(refused).singleElement().satisfies(e -> {
            assertThat(e.field()).isEqualTo("windows.[0].settings.discipline");
            assertThat(e.value()).contains("NEXT_YEARS");
        });
    }

    @Test
    void sketchesInRunsOfBytesAreReadOneByOneToo() {
        byte[] bytes = Wire.write(BATCH, WireFormat.SMILE);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        // The owner is no part of a window.
        byte[] nameless = text.replaceFirst("edge-1", "      ").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Batches.windows(nameless, refused::add)).isEqualTo(BATCH.windows());
        assertThat(refused).singleElement().satisfies(e -> assertThat(e.field()).isEqualTo("owner"));
    }

    @Test
    void whatIsNoRecordIsRefusedOnce() {
        assertThat(Batches.windows(new byte[] {1, 2, 3}, refused::add)).isEmpty();
        assertThat(Batches.windows(new byte[Wire.RECORD_LIMIT_BYTES + 1], refused::add))
                .isEmpty();
        assertThat(Batches.windows("{\"windows\":7}".getBytes(StandardCharsets.UTF_8), refused::add))
                .isEmpty();
        assertThat(refused).hasSize(3);
    }
}
