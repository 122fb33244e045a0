// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import org.jspecify.annotations.Nullable;

/** What is counted of a flow from its first packet to its last. */
final class FlowTotals {
    long bytes;
    long dataPackets;
    long retransmittedPackets;
    long reorderedPackets;
    long lostPackets;
    long duplicateAcks;
    long missedPackets;
    private long rttSamples;
    private long leastRttNanos = Long.MAX_VALUE;
    private double sumRttNanos;

    void rtt(long rttNanos) {
        rttSamples++;
        leastRttNanos = Math.min(leastRttNanos, rttNanos);
        sumRttNanos += rttNanos;
    }

    void forgetDelays() {
        rttSamples = 0;
        leastRttNanos = Long.MAX_VALUE;
        sumRttNanos = 0;
    }

    CapturedFlow report(String name, @Nullable AckTracker acks, Spin spin) {
        boolean measured = rttSamples > 0;
        return new CapturedFlow(
                name,
                bytes,
                dataPackets,
                retransmittedPackets,
                reorderedPackets,
                lostPackets,
                duplicateAcks,
                missedPackets,
                rttSamples,
                measured ? (Long) (leastRttNanos / 1_000) : null,
                measured ? (Long) Math.round(sumRttNanos / rttSamples / 1_000) : null,
                acks == null ? CaptureSide.UNKNOWN : acks.place().side(),
                acks == null ? "" : acks.place().grounds(),
                spin);
    }
}
