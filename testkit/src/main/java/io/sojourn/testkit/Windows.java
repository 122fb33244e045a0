// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.WindowFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Valid windows with few arguments. */
public final class Windows {
    private Windows() {}

    /**
     * A queue's window in the making: {@code Windows.queue("n", "q").size(10_000).start(0).sent(165).build()}. Begins as
     * one second from 0, wholly covered by ten samples.
     */
    public static QueueWindowBuilder queue(String node, String queue) {
        return new QueueWindowBuilder(node, queue);
    }

    /** The batch that holds this window alone. */
    public static WindowBatch batch(QueueWindow window) {
        return new WindowBatch(
                Schema.CURRENT,
                window.node(),
                window.stage(),
                window.sizeMillis(),
                window.startMillis(),
                null,
                List.of(window));
    }

    /** Makes one {@link QueueWindow}; every ratio is worked out from its base, and null where the base is 0 or unseen. */
    public static final class QueueWindowBuilder extends QueueNumbers<QueueWindowBuilder> {
        private final String node;
        private final String queue;
        private Scope scope = Scope.QUEUE;
        private Clocking clocking = Clocking.LIVE;
        private Stage stage = Stage.FINAL;
        private long sizeMillis = 1_000;
        private long startMillis;
        private long sampleCount = 10;
        private @Nullable Long coveredMillis;
        private long lostBatches;
        private @Nullable Double throughputPeakBitsPerSecond;
        private WindowFigures figures = WindowFigures.NONE;

        QueueWindowBuilder(String node, String queue) {
            this.node = node;
            this.queue = queue;
        }

        @Override
        QueueWindowBuilder self() {
            return this;
        }

        /** Of a parent the node is the scope's label, but for a link. */
        public QueueWindowBuilder scope(Scope value) {
            scope = value;
            return this;
        }

        public QueueWindowBuilder clocking(Clocking value) {
            clocking = value;
            return this;
        }

        public QueueWindowBuilder stage(Stage value) {
            stage = value;
            return this;
        }

        public QueueWindowBuilder size(long millis) {
            sizeMillis = millis;
            return this;
        }

        public QueueWindowBuilder start(long millis) {
            startMillis = millis;
            return this;
        }

        /** How many samples cover how much of the window. */
        public QueueWindowBuilder samples(long count, long millis) {
            sampleCount = count;
            coveredMillis = millis;
            return this;
        }

        public QueueWindowBuilder lostBatches(long count) {
            lostBatches = count;
            return this;
        }

        /** Rate of the fastest sample; the mean when not set. */
        public QueueWindowBuilder throughputPeak(double bitsPerSecond) {
            throughputPeakBitsPerSecond = bitsPerSecond;
            return this;
        }

        public QueueWindowBuilder figures(WindowFigures value) {
            figures = value;
            return this;
        }

        public QueueWindow build() {
            long covered = coveredMillis != null ? coveredMillis : sizeMillis;
            Double mean = ratio(sentBytes * 8_000.0, covered);
            Long rate = settings.rateBitsPerSecond();
            return new QueueWindow(
                    Schema.CURRENT,
                    scope,
                    node,
                    queue,
                    clocking,
                    stage,
                    sizeMillis,
                    startMillis,
                    sampleCount,
                    covered,
                    1,
                    covered,
                    1,
                    lostBatches,
                    startMillis,
                    settings,
                    linkBitsPerSecond,
                    rate,
                    offeredPackets(),
                    offeredBytes(),
                    sentPackets,
                    sentBytes,
                    drops,
                    droppedBytes,
                    markedPackets,
                    mean == null ? null : ratio(mean, rate),
                    mean,
                    throughputPeakBitsPerSecond != null ? throughputPeakBitsPerSecond : mean,
                    mean == null ? Sketch.empty() : Sketch.of(Math.round(mean)),
                    ratio(drops.total(), offeredPackets()),
                    ratio(markedPackets, sentPackets),
                    retransmittedPackets == null ? null : ratio(retransmittedPackets, dataPackets),
                    backlogPeakPackets,
                    backlogPeakBytes,
                    null,
                    null,
                    null,
                    0,
                    0,
                    0,
                    0,
                    sojournMicros,
                    sojournFloorMicros,
                    rttMicros,
                    rttFloorMicros,
                    Sketch.empty(),
                    jitterMicros,
                    ipdvMicros,
                    pdvMicros,
                    tokensAtLossBytes,
                    activeFlows,
                    dataPackets,
                    retransmittedPackets,
                    reorderedPackets,
                    advertisedWindowBytes,
                    inflightBytes,
                    windowLimitedFlows,
                    unresponsiveBytes,
                    null,
                    null,
                    null,
                    null,
                    figures);
        }

        private static @Nullable Double ratio(double part, @Nullable Long base) {
            return base == null || base == 0 ? null : (Double) (part / base);
        }
    }
}
