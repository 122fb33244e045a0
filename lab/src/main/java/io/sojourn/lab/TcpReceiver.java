// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/**
 * A receiver that acknowledges every second segment, at once when one is out of order or fills a hole, and late
 * otherwise (RFC 5681, section 4.2). Reads at once, so its window never closes.
 */
final class TcpReceiver {
    private static final int MASK = 2 * SenderSettings.WINDOW_LIMIT_SEGMENTS - 1;

    private final int flow;
    private final long delayedAckNanos;
    private final Wire wire;
    private final Meter meter;
    private final Timer delayedAck;
    private final boolean[] early = new boolean[MASK + 1];
    private long next;
    private int earlyCount;
    private int unacknowledged;

    TcpReceiver(int flow, long delayedAckNanos, Wire wire, Meter meter, Timer delayedAck) {
        this.flow = flow;
        this.delayedAckNanos = delayedAckNanos;
        this.wire = wire;
        this.meter = meter;
        this.delayedAck = delayedAck;
    }

    void onSegment(long segment, long nowNanos) {
        if (segment < next || early[(int) segment & MASK]) {
            acknowledge(Wire.DUPLICATE, nowNanos);
        } else if (segment > next) {
            early[(int) segment & MASK] = true;
            earlyCount++;
            acknowledge(segment, nowNanos);
        } else {
            boolean hole = earlyCount > 0;
            long delivered = advance();
            meter.delivered(flow, delivered, nowNanos);
            unacknowledged++;
            if (hole || unacknowledged >= 2) {
                acknowledge(Wire.NO_SACK, nowNanos);
            } else {
                delayedAck.set(nowNanos + delayedAckNanos);
            }
        }
    }

    void onDelayedAck(long nowNanos) {
        if (delayedAck.isDue(nowNanos) && unacknowledged > 0) {
            acknowledge(Wire.NO_SACK, nowNanos);
        }
    }

    private long advance() {
        long before = next++;
        while (early[(int) next & MASK]) {
            early[(int) next & MASK] = false;
            earlyCount--;
            next++;
        }
        return next - before;
    }

    private void acknowledge(long sack, long nowNanos) {
        unacknowledged = 0;
        delayedAck.stop();
        wire.acknowledge(flow, next, sack, nowNanos);
    }
}
