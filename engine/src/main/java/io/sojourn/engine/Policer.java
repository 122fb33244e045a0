// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * A policer (RFC 2475, section 2.3.3.4): a two-colour token bucket that forwards what conforms and drops the rest.
 * Nothing ever waits.
 *
 * <p>Source: RFC 2697, section 3, with EBS = 0. Exact, see {@link TokenBucket}.
 *
 * <p>To put a shaper in its place, give the shaper this element's bucket, reconfigured, and its counters: credit and
 * totals then carry on.
 */
public final class Policer implements Conditioner {
    private final TokenBucket bucket;
    private final LossRecorder losses;
    private final ConditionerCounters counters;
    private long lastTokenLevelBytes;

    public Policer(long rateBitsPerSecond, long depthBytes) {
        this(new TokenBucket(rateBitsPerSecond, depthBytes), LossRecorder.NONE, new ConditionerCounters());
    }

    public Policer(TokenBucket bucket, LossRecorder losses, ConditionerCounters counters) {
        this.bucket = bucket;
        this.losses = losses;
        this.counters = counters;
    }

    @Override
    public Decision offer(long handle, int lengthBytes, long nowNanos) {
        Bounds.packet(handle, lengthBytes);
        counters.offered(lengthBytes);
        if (bucket.conforms(lengthBytes, nowNanos)) {
            counters.sent(lengthBytes);
            return Decision.FORWARD;
        }
        lastTokenLevelBytes = bucket.levelBytes(nowNanos);
        losses.policed(lastTokenLevelBytes, nowNanos);
        return counters.dropped(Decision.DROP_POLICED, lengthBytes);
    }

    /** Changes rate and depth between two packets; see {@link TokenBucket#reconfigure} for what becomes of the credit. */
    public void reconfigure(long rateBitsPerSecond, long depthBytes, long nowNanos) {
        bucket.reconfigure(rateBitsPerSecond, depthBytes, nowNanos);
    }

    /** Level of the bucket at the last loss; 0 before the first. */
    public long lastTokenLevelBytes() {
        return lastTokenLevelBytes;
    }

    public TokenBucket bucket() {
        return bucket;
    }

    @Override
    public long nextReleaseNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }

    @Override
    public long poll(long nowNanos) {
        return NONE;
    }

    @Override
    public long backlogPackets() {
        return 0;
    }

    @Override
    public long backlogBytes() {
        return 0;
    }

    @Override
    public ConditionerCounters counters() {
        return counters;
    }
}
