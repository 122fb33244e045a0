// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowFigures;
import org.jspecify.annotations.Nullable;

/**
 * A window as it is shown: {@link QueueWindow} with percentiles in place of its sketches. What is null was not seen, or, of a
 * percentile, seen too seldom: its count stands beside it.
 *
 * @param stage EARLY of a window so far
 * @param sojourn time in the queue (RFC 8289)
 * @param rtt round-trip time
 * @param figures everything else that follows from the window, grade and coverage among it
 */
record WindowView(
        Clocking clocking,
        Stage stage,
        long sizeMillis,
        long startMillis,
        long endMillis,
        long sampleCount,
        long coveredMillis,
        long lostBatches,
        QueueSettings settings,
        long offeredPackets,
        long sentPackets,
        DropCounts drops,
        long markedPackets,
        @Nullable Double utilisationRatio,
        @Nullable Double throughputMeanBitsPerSecond,
        @Nullable Double throughputPeakBitsPerSecond,
        @Nullable Double dropRatio,
        @Nullable Double markRatio,
        @Nullable Double retransmitRatio,
        @Nullable Long backlogPeakPackets,
        @Nullable Long backlogPeakBytes,
        @Nullable Delay sojourn,
        @Nullable Delay rtt,
        @Nullable Long jitterMicros,
        @Nullable Long activeFlows,
        WindowFigures figures) {
    static WindowView of(QueueWindow w) {
        return new WindowView(
                w.clocking(),
                w.stage(),
                w.sizeMillis(),
                w.startMillis(),
                w.endMillis(),
                w.sampleCount(),
                w.coveredMillis(),
                w.lostBatches(),
                w.settings(),
                w.offeredPackets(),
                w.sentPackets(),
                w.drops(),
                w.markedPackets(),
                w.utilisationRatio(),
                w.throughputMeanBitsPerSecond(),
                w.throughputPeakBitsPerSecond(),
                w.dropRatio(),
                w.markRatio(),
                w.retransmitRatio(),
                w.backlogPeakPackets(),
                w.backlogPeakBytes(),
                Delay.of(w.sojournMicros(), w.sojournFloorMicros()),
                Delay.of(w.rttMicros(), w.rttFloorMicros()),
                w.jitterMicros(),
                w.activeFlows(),
                w.figures());
    }
}
