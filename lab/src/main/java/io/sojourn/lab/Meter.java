// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.DropCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures one run from the end of its warm-up. */
final class Meter {
    private static final long SILENCE_NANOS = 200_000_000L;

    private final Box box;
    private final long[] deliveredSegments;
    private final long[] lastDeliveryNanos;
    private final long[] silences;
    private final Samples rtts = new Samples();
    private final Samples timesToAck = new Samples();
    private boolean measuring;
    private long startNanos;
    private long longestSilenceNanos;
    private long resent;
    private long timeouts;
    private long offeredBefore;
    private long policedBefore;
    private long tailDroppedBefore;
    private long droppedBefore;
    private long backlogPeakPackets;

    Meter(Box box, int flows) {
        this.box = box;
        deliveredSegments = new long[flows];
        lastDeliveryNanos = new long[flows];
        silences = new long[flows];
    }

    /** The warm-up is over. */
    void start(long nowNanos) {
        measuring = true;
        startNanos = nowNanos;
        backlogPeakPackets = box.backlogPackets();
        offeredBefore = box.offeredPackets();
        policedBefore = box.droppedPackets(DropCause.POLICED);
        tailDroppedBefore = box.droppedPackets(DropCause.TAIL);
        droppedBefore = box.droppedPackets();
        Arrays.fill(lastDeliveryNanos, nowNanos);
    }

    /** So many packets wait. */
    void waiting(int packets) {
        backlogPeakPackets = Math.max(backlogPeakPackets, packets);
    }

    void rtt(long nanos) {
        if (measuring) {
            rtts.add(nanos);
        }
    }

    void timeToAck(long nanos) {
        if (measuring) {
            timesToAck.add(nanos);
        }
    }

    void resent() {
        resent += measuring ? 1 : 0;
    }

    void timeout() {
        timeouts += measuring ? 1 : 0;
    }

    void delivered(int flow, long segments, long nowNanos) {
        if (measuring) {
            deliveredSegments[flow] += segments;
            silent(flow, nowNanos);
        }
    }

    private void silent(int flow, long nowNanos) {
        long gapNanos = nowNanos - lastDeliveryNanos[flow];
        lastDeliveryNanos[flow] = nowNanos;
        silences[flow] += gapNanos >= SILENCE_NANOS ? 1 : 0;
        longestSilenceNanos = Math.max(longestSilenceNanos, gapNanos);
    }

    /** The run is over. A flow that stood still until now is silent until now. */
    Outcome finish(long nowNanos, int payloadBytes) {
        List<Double> goodputs = new ArrayList<>();
        List<Long> flowsSilences = new ArrayList<>();
        double total = 0;
        for (int flow = 0; flow < deliveredSegments.length; flow++) {
            silent(flow, nowNanos);
            double goodput = deliveredSegments[flow] * payloadBytes * 8e9 / (nowNanos - startNanos);
            goodputs.add(goodput);
            flowsSilences.add(silences[flow]);
            total += goodput;
        }
        long policed = box.droppedPackets(DropCause.POLICED) - policedBefore;
        long tailDropped = box.droppedPackets(DropCause.TAIL) - tailDroppedBefore;
        return new Outcome(
                total,
                goodputs,
                box.offeredPackets() - offeredBefore,
                policed,
                tailDropped,
                box.droppedPackets() - droppedBefore - policed - tailDropped,
                backlogPeakPackets,
                resent,
                timeouts,
                rtts.stats(),
                timesToAck.stats(),
                flowsSilences,
                longestSilenceNanos / 1e3);
    }

    /** A growing list of primitives. */
    private static final class Samples {
        private long[] nanos = new long[1024];
        private int count;

        void add(long value) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = value;
        }

        DelayStats stats() {
            return DelayStats.of(nanos, count);
        }
    }
}
