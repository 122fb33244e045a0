// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.plan.TcpSettings;

/**
 * A window that losses bring down, in three states.
 *
 * <ul>
 *   <li>Open: slow start below the threshold, congestion avoidance above it (RFC 5681, section 3.1).
 *   <li>Recovering from a loss (RFC 6675), until what was sent by then is acknowledged: it does not grow, and with RACK it
 *       comes down in steps, see {@link RateReduction}.
 *   <li>Timed out, until what was sent by then is acknowledged: slow start from one segment.
 * </ul>
 */
final class CongestionWindow implements SendWindow {
    private static final int SLOW_START_LIMIT = 2; // RFC 3465, L = 2
    /** What Linux paces at, in windows a round trip: below half the threshold, and above (tcp_pacing_ss_ratio, _ca_ratio). */
    private static final double SLOW_START_PACE = 2.0;

    private static final double AVOIDANCE_PACE = 1.2;

    /** Of the window before an idle time, what slow start may use again (RFC 7661, section 4.4.1). */
    private static final double IDLE_THRESHOLD = 0.75;

    private final CongestionControl control;
    private final int receiveWindowSegments;
    private final boolean inProportion;
    private final boolean paced;
    private final int initialSegments;
    private final RateReduction reduction = new RateReduction();
    private double segments;
    private double slowStartThreshold = Double.MAX_VALUE;
    private boolean recovering;
    private boolean timedOut;
    private long recoveryPoint;
    private double priorSegments;
    private double priorThreshold;

    CongestionWindow(CongestionControl control, TcpSettings settings) {
        this.control = control;
        this.receiveWindowSegments = settings.windowSegments();
        this.inProportion = settings.recovery() != TcpSettings.Recovery.SACK;
        this.paced = settings.pacing();
        this.initialSegments = settings.initialWindowSegments();
        this.segments = settings.initialWindowSegments();
    }

    @Override
    public int segments() {
        return (int) segments;
    }

    @Override
    public boolean isOpen() {
        return !recovering && !timedOut;
    }

    @Override
    public long gapNanos(long srttNanos) {
        double pace = segments < slowStartThreshold / 2 ? SLOW_START_PACE : AVOIDANCE_PACE;
        return paced ? (long) (srttNanos / (pace * segments)) : 0;
    }

    @Override
    public void connected(long rttNanos, long nowNanos) {}

    /** A round-trip time may end slow start. */
    @Override
    public void rtt(long rttNanos, boolean newRound, long nowNanos) {
        if (control.endsSlowStart(segments, rttNanos, newRound) && segments < slowStartThreshold) {
            slowStartThreshold = segments;
        }
    }

    @Override
    public void advanced(long unacknowledged) {
        if (!isOpen() && unacknowledged >= recoveryPoint) {
            segments = recovering ? slowStartThreshold : segments;
            recovering = false;
            timedOut = false;
        }
    }

    @Override
    public void grow(int acked, long srttNanos, long nowNanos) {
        if (!recovering) {
            segments = segments < slowStartThreshold
                    ? segments + Math.min(acked, SLOW_START_LIMIT)
                    : control.grown(segments, acked, srttNanos, nowNanos);
        }
    }

    /** RFC 6675, section 5, step 4: threshold and window go down. */
    @Override
    public void recover(long next) {
        remember();
        reduce();
        reduction.begin(priorSegments, segments);
        recoveryPoint = next;
        recovering = true;
    }

    /** Threshold and window go down at once. */
    @Override
    public void reduce() {
        slowStartThreshold = reduced(false);
        segments = slowStartThreshold;
    }

    @Override
    public void acknowledged(Progress progress, long nowNanos) {
        if (progress.delivered() > 0) {
            reduceRate(progress.delivered(), progress.advanced() && progress.lost() == 0, progress.pipe());
        }
    }

    @Override
    public void foundLate(int lost, int pipe) {
        reduceRate(1, false, pipe);
    }

    /** One step down of a recovery. */
    private void reduceRate(int delivered, boolean progress, int pipe) {
        if (recovering && inProportion) {
            segments = reduction.window(delivered, progress, pipe);
        }
    }

    @Override
    public void sent(long segment, boolean alone, long nowNanos) {
        reduction.sent();
    }

    @Override
    public void applicationLimited(int pipe) {}

    @Override
    public void arrived(long segment, long nowNanos) {}

    @Override
    public void timedOut(long next, int lost, int pipe, long nowNanos) {
        // RFC 5681, section 3.1: the threshold is held when the same data times out again; Linux holds it in recovery
        // too.
        if (inProportion ? isOpen() : !timedOut) {
            remember();
            slowStartThreshold = reduced(true);
        }
        segments = 1;
        recovering = false;
        timedOut = true;
        recoveryPoint = next;
    }

    private void remember() {
        // In whole segments: what had been gathered for the next is lost.
        priorSegments = Math.floor(segments);
        priorThreshold = slowStartThreshold;
    }

    @Override
    public void undo() {
        segments = Math.max(segments, priorSegments);
        slowStartThreshold = Math.max(slowStartThreshold, priorThreshold);
        recovering = false;
        timedOut = false;
    }

    /** RFC 5681, section 4.1, as Linux eases it: half for each timeout that passed, not below the initial window. */
    @Override
    public void idle(long nanos, long timeoutNanos) {
        for (long left = nanos - timeoutNanos; left > 0 && segments > initialSegments; left -= timeoutNanos) {
            slowStartThreshold = Math.max(slowStartThreshold, segments * IDLE_THRESHOLD);
            segments = Math.max(initialSegments, Math.floor(segments / 2));
        }
    }

    private double reduced(boolean afterTimeout) {
        return control.reduced(Math.min(segments, receiveWindowSegments), afterTimeout);
    }
}
