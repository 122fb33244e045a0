// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import java.util.SplittableRandom;

/**
 * The modes of BBR in their order: start, drain, then probing for bandwidth, with a look at the round-trip time when it
 * has not been seen as low for 10 s.
 *
 * <p>Source: Linux, tcp_bbr.c.
 */
final class BbrPhases {
    /** The least window, and what is in flight while the round-trip time is probed. */
    static final int LEAST_SEGMENTS = 4;

    private static final long PROBE_RTT_NANOS = 200_000_000;

    private final BbrModel model;
    private final BbrPace pace;
    private final BbrCycle cycle;
    private BbrMode mode = BbrMode.STARTUP;
    private long probeEndsNanos;
    private boolean probeRoundDone;

    BbrPhases(BbrModel model, BbrPace pace, SplittableRandom random) {
        this.model = model;
        this.pace = pace;
        cycle = new BbrCycle(random);
    }

    BbrMode mode() {
        return mode;
    }

    double pacingGain() {
        boolean cycling = mode == BbrMode.PROBE_BANDWIDTH && !model.isPoliced();
        return cycling ? cycle.gain() : mode.pacingGain();
    }

    /** Segments in flight, and those that wait in the hosts: two pieces in the sending one, one in the receiving one. */
    int withRoomForHosts(int segments) {
        int roomy = segments + 3 * pace.pieceSegments();
        int even = roomy + roomy % 2;
        return mode == BbrMode.PROBE_BANDWIDTH && cycle.isProbing() ? even + 2 : even;
    }

    /** A new probing of bandwidth, from any phase. */
    void probeBandwidth(long nowNanos) {
        mode = BbrMode.PROBE_BANDWIDTH;
        cycle.begin(nowNanos);
    }

    /** Between the phases of the cycle, and from draining to probing. */
    void advance(SendWindow.Progress progress, long nowNanos) {
        if (mode == BbrMode.PROBE_BANDWIDTH && isPhaseOver(progress, nowNanos)) {
            cycle.advance(nowNanos);
        }
        if (mode == BbrMode.STARTUP && model.isFull()) {
            mode = BbrMode.DRAIN;
        }
        if (mode == BbrMode.DRAIN && inNetwork(progress.pipe(), nowNanos) <= target(1)) {
            probeBandwidth(nowNanos);
        }
    }

    private boolean isPhaseOver(SendWindow.Progress progress, long nowNanos) {
        boolean longEnough = cycle.lastedNanos(nowNanos) > model.minRttNanos();
        double gain = pacingGain();
        if (gain == 1) {
            return longEnough;
        }
        int inNetwork = inNetwork(progress.pipeBefore(), nowNanos);
        // More is asked for until it is in flight, or lost; what it queued is given back until no more than the path's
        // is.
        return gain > 1
                ? longEnough && (progress.lost() > 0 || inNetwork >= target(gain))
                : longEnough || inNetwork <= target(1);
    }

    private int target(double gain) {
        return withRoomForHosts(model.bdpSegments(model.greatestBitsPerSecond(), gain));
    }

    /** What will be in flight when the next segment may leave. */
    private int inNetwork(int pipe, long nowNanos) {
        int then = pacingGain() > 1 ? pipe + pace.pieceSegments() : pipe;
        return Math.max(0, then - pace.deliveredBeforeNext(model.bitsPerSecond(), nowNanos));
    }

    /**
     * Into and out of the look at the round-trip time.
     *
     * @return whether the window must be restored
     */
    boolean probeRtt(int pipe, long nowNanos) {
        if (mode != BbrMode.PROBE_RTT) {
            return false;
        }
        if (probeEndsNanos == 0) {
            if (pipe <= LEAST_SEGMENTS) {
                probeEndsNanos = nowNanos + PROBE_RTT_NANOS;
                probeRoundDone = false;
                model.beginRound();
            }
            return false;
        }
        probeRoundDone |= model.isNewRound();
        return probeRoundDone && endProbeRtt(nowNanos);
    }

    void beginProbeRtt() {
        mode = BbrMode.PROBE_RTT;
        probeEndsNanos = 0;
    }

    /** @return whether it was time */
    boolean endProbeRtt(long nowNanos) {
        if (probeEndsNanos == 0 || nowNanos <= probeEndsNanos) {
            return false;
        }
        model.minRttConfirmed(nowNanos);
        if (model.isFull()) {
            probeBandwidth(nowNanos);
        } else {
            mode = BbrMode.STARTUP;
        }
        return true;
    }
}
