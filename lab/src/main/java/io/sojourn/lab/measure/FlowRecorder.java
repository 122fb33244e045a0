// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.lab.plan.FlowPlan;

/** Counts one flow. */
final class FlowRecorder implements FlowObserver {
    private static final long SILENCE_NANOS = 200_000_000L;

    final String name;
    final String group;
    private final long fromNanos;
    private final long startNanos;
    private final long stopNanos;
    final Delays rtts = new Delays();
    final Delays timesToAck = new Delays();
    final Delays chunks = new Delays();
    private long sentPackets;
    private long resentPackets;
    private long deliveredBytes;
    private long deliveries;
    private long timeouts;
    private long lastDeliveryNanos;
    private long silences;
    private long longestSilenceNanos;

    /** @param fromNanos end of the warm-up */
    FlowRecorder(FlowPlan plan, long fromNanos) {
        this.name = plan.name();
        this.group = plan.group();
        this.fromNanos = fromNanos;
        this.startNanos = plan.startNanos();
        this.stopNanos = plan.stopNanos();
        this.lastDeliveryNanos = Math.max(fromNanos, plan.startNanos());
    }

    private boolean measures(long nowNanos) {
        return nowNanos >= fromNanos;
    }

    @Override
    public void sent(long number, boolean again, long nowNanos) {
        if (measures(nowNanos)) {
            sentPackets++;
            resentPackets += again ? 1 : 0;
        }
    }

    @Override
    public void delivered(long payloadBytes, long nowNanos) {
        if (measures(nowNanos)) {
            deliveredBytes += payloadBytes;
            deliveries++;
            long gapNanos = Math.min(nowNanos, stopNanos) - lastDeliveryNanos;
            lastDeliveryNanos = nowNanos;
            silences += silence(gapNanos);
            longestSilenceNanos = Math.max(longestSilenceNanos, gapNanos);
        }
    }

    private static int silence(long gapNanos) {
        return gapNanos >= SILENCE_NANOS ? 1 : 0;
    }

    @Override
    public void rtt(long rttNanos, long nowNanos) {
        if (measures(nowNanos)) {
            rtts.add(rttNanos);
        }
    }

    @Override
    public void acknowledged(long number, long tookNanos, long nowNanos) {
        if (measures(nowNanos)) {
            timesToAck.add(tookNanos);
        }
    }

    @Override
    public void timedOut(long nowNanos) {
        timeouts += measures(nowNanos) ? 1 : 0;
    }

    @Override
    public void completed(long tookNanos, long nowNanos) {
        if (measures(nowNanos)) {
            chunks.add(tookNanos);
        }
    }

    private boolean isActive(long endNanos) {
        return startNanos < endNanos && (stopNanos > fromNanos || sentPackets > 0 || deliveries > 0);
    }

    /**
     * A flow that stood still until it had nothing more to send, or until the end, is silent until then.
     *
     * @param lostPackets what the hops say
     */
    FlowOutcome outcome(long lostPackets, long endNanos) {
        long lastGapNanos = Math.min(endNanos, stopNanos) - lastDeliveryNanos;
        return new FlowOutcome(
                name,
                group,
                isActive(endNanos),
                deliveredBytes * 8e9 / (endNanos - fromNanos),
                sentPackets,
                lostPackets,
                resentPackets,
                deliveries,
                timeouts,
                rtts.stats(),
                timesToAck.stats(),
                chunks.stats(),
                silences + silence(lastGapNanos),
                Math.max(longestSilenceNanos, lastGapNanos) / 1e3);
    }
}
