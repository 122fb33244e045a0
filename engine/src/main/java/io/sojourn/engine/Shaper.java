// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * A shaper (RFC 2475, section 2.3.3.3): a token bucket in front of a FIFO. A packet that does not conform waits until it
 * does; one that finds the queue full is dropped from the tail.
 *
 * <p>The meaning is that of tc-tbf(8) without a peak rate: the credit is that of {@link TokenBucket}, the limit is on
 * what waits, and a packet longer than the bucket, which could never leave, is dropped (as policed).
 *
 * <p>Work conserving within its rate: while packets wait, the first leaves at the first nanosecond its credit is
 * complete. A caller that polls late loses no credit until the bucket is full. No allocation per packet: the ring of
 * waiting packets grows only past the longest backlog so far.
 */
public final class Shaper implements Conditioner {
    private final TokenBucket bucket;
    private final SojournRecorder sojourns;
    private final ConditionerCounters counters;
    private PacketRing waiting = new PacketRing();
    private QueueLimit limit;

    public Shaper(ShaperSettings settings, SojournRecorder sojourns) {
        this(
                new TokenBucket(settings.rateBitsPerSecond(), settings.depthBytes()),
                settings.limit(),
                sojourns,
                new ConditionerCounters());
    }

    /** A shaper that goes on with the credit and the totals of the element it replaces. */
    public Shaper(TokenBucket bucket, QueueLimit limit, SojournRecorder sojourns, ConditionerCounters counters) {
        this.bucket = bucket;
        this.limit = limit;
        this.sojourns = sojourns;
        this.counters = counters;
    }

    @Override
    public Decision offer(long handle, int lengthBytes, long nowNanos) {
        Bounds.packet(handle, lengthBytes);
        return admit(handle, lengthBytes, nowNanos, nowNanos);
    }

    private Decision admit(long handle, int lengthBytes, long arrivalNanos, long nowNanos) {
        counters.offered(lengthBytes);
        if (lengthBytes > bucket.depthBytes()) {
            return counters.dropped(Decision.DROP_POLICED, lengthBytes);
        }
        if (waiting.isEmpty() && bucket.conforms(lengthBytes, nowNanos)) {
            counters.sent(lengthBytes);
            sojourns.sent(nowNanos - arrivalNanos, nowNanos);
            return Decision.FORWARD;
        }
        if (!limit.allows(waiting.packets() + 1L, waiting.bytes() + lengthBytes)) {
            return counters.dropped(Decision.DROP_TAIL, lengthBytes);
        }
        waiting.addLast(handle, lengthBytes, arrivalNanos);
        counters.waiting(waiting.packets(), waiting.bytes());
        return Decision.QUEUE;
    }

    @Override
    public long nextReleaseNanos(long nowNanos) {
        if (waiting.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long waitNanos = bucket.nanosUntil(waiting.firstLengthBytes(), nowNanos);
        return nowNanos > Long.MAX_VALUE - waitNanos ? Long.MAX_VALUE : nowNanos + waitNanos;
    }

    @Override
    public long poll(long nowNanos) {
        if (waiting.isEmpty() || !bucket.conforms(waiting.firstLengthBytes(), nowNanos)) {
            return NONE;
        }
        long handle = waiting.firstHandle();
        counters.sent(waiting.firstLengthBytes());
        sojourns.sent(nowNanos - waiting.firstArrivalNanos(), nowNanos);
        waiting.removeFirst();
        return handle;
    }

    /**
     * Changes the settings between two packets. What waits keeps its place and its arrival time, as far as the new
     * settings hold it: packets past a lowered limit are dropped from the tail, packets longer than a lowered depth
     * wherever they stand, since they would block the rest for ever.
     *
     * @param dropped told of each packet dropped, in queue order; they are counted as well
     */
    public void reconfigure(ShaperSettings settings, long nowNanos, DecisionSink dropped) {
        bucket.reconfigure(settings.rateBitsPerSecond(), settings.depthBytes(), nowNanos);
        limit = settings.limit();
        PacketRing before = waiting;
        waiting = new PacketRing();
        boolean full = false;
        for (; !before.isEmpty(); before.removeFirst()) {
            int lengthBytes = before.firstLengthBytes();
            if (lengthBytes > bucket.depthBytes()) {
                dropped.decided(before.firstHandle(), counters.dropped(Decision.DROP_POLICED, lengthBytes));
                continue;
            }
            // Once one does not fit, no later one may pass it: the tail is cut, not thinned.
            full |= !limit.allows(waiting.packets() + 1L, waiting.bytes() + lengthBytes);
            if (full) {
                dropped.decided(before.firstHandle(), counters.dropped(Decision.DROP_TAIL, lengthBytes));
            } else {
                waiting.addLast(before.firstHandle(), lengthBytes, before.firstArrivalNanos());
            }
        }
    }

    /**
     * Hands everything that waits to another element, in order, and is empty afterwards: what the other can take stays,
     * what it cannot is dropped by it. Another shaper keeps arrival times; a policer forwards what its credit covers.
     * Each packet stays offered once in the sum of both counters, shared or not.
     *
     * @param moved told of each packet and what the other element decided
     */
    public void handOver(Conditioner next, long nowNanos, DecisionSink moved) {
        for (; !waiting.isEmpty(); waiting.removeFirst()) {
            int lengthBytes = waiting.firstLengthBytes();
            long arrivalNanos = waiting.firstArrivalNanos();
            counters.withdrawn(lengthBytes);
            Decision decision;
            if (next instanceof Shaper shaper) {
                decision = shaper.admit(waiting.firstHandle(), lengthBytes, arrivalNanos, nowNanos);
            } else {
                decision = next.offer(waiting.firstHandle(), lengthBytes, nowNanos);
                if (decision == Decision.FORWARD) {
                    sojourns.sent(nowNanos - arrivalNanos, nowNanos);
                }
            }
            moved.decided(waiting.firstHandle(), decision);
        }
    }

    public ShaperSettings settings() {
        return new ShaperSettings(bucket.rateBitsPerSecond(), bucket.depthBytes(), limit);
    }

    public TokenBucket bucket() {
        return bucket;
    }

    @Override
    public long backlogPackets() {
        return waiting.packets();
    }

    @Override
    public long backlogBytes() {
        return waiting.bytes();
    }

    @Override
    public ConditionerCounters counters() {
        return counters;
    }
}
