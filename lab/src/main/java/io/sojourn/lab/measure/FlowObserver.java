// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/** Told what happens at the ends of one flow. */
public interface FlowObserver {
    /** Keeps nothing. */
    FlowObserver NONE = new FlowObserver() {};

    /**
     * A segment, datagram or probe leaves the sender.
     *
     * @param number of the segment or datagram, from 0
     * @param again whether it was sent before
     */
    default void sent(long number, boolean again, long nowNanos) {}

    /** Payload reached the receiving application, TCP's in order. */
    default void delivered(long payloadBytes, long nowNanos) {}

    /** A clean round-trip time (Karn), of a segment or a probe. */
    default void rtt(long rttNanos, long nowNanos) {}

    /** @param tookNanos from a segment's first sending to its first acknowledgment, recovery included */
    default void acknowledged(long number, long tookNanos, long nowNanos) {}

    /** A retransmission timeout. */
    default void timedOut(long nowNanos) {}

    /** A chunk is complete. */
    default void completed(long tookNanos, long nowNanos) {}

    /** Tells both. */
    static FlowObserver both(FlowObserver first, FlowObserver second) {
        return new FlowObserver() {
            @Override
            public void sent(long number, boolean again, long nowNanos) {
                first.sent(number, again, nowNanos);
                second.sent(number, again, nowNanos);
            }

            @Override
            public void delivered(long payloadBytes, long nowNanos) {
                first.delivered(payloadBytes, nowNanos);
                second.delivered(payloadBytes, nowNanos);
            }

            @Override
            public void rtt(long rttNanos, long nowNanos) {
                first.rtt(rttNanos, nowNanos);
                second.rtt(rttNanos, nowNanos);
            }

            @Override
            public void acknowledged(long number, long tookNanos, long nowNanos) {
                first.acknowledged(number, tookNanos, nowNanos);
                second.acknowledged(number, tookNanos, nowNanos);
            }

            @Override
            public void timedOut(long nowNanos) {
                first.timedOut(nowNanos);
                second.timedOut(nowNanos);
            }

            @Override
            public void completed(long tookNanos, long nowNanos) {
                first.completed(tookNanos, nowNanos);
                second.completed(tookNanos, nowNanos);
            }
        };
    }
}
