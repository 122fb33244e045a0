// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes one time that never goes back of a source's timestamps. Several passes follow each other; the shift between them
 * is a whole number of seconds, so every pass falls alike into the seconds of the samples.
 *
 * <p>A packet that is at most one second early was reordered on its way into the file and is taken as simultaneous with
 * the one before. A larger step back, or one of more than an hour ahead, is the capturing clock being set: after a step
 * back time goes on from where it was, and a step ahead is followed without telling of the time between.
 */
final class Timeline {
    /** Longest silence that is told second by second. */
    static final long SILENCE_LIMIT_NANOS = 3_600_000_000_000L;

    /** Farthest that a packet may lie behind the one before and still be called reordered. */
    static final long REORDERING_LIMIT_NANOS = 1_000_000_000L;

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final String node;
    private final @Nullable Long startMillis;
    private final Consumer<Reject> rejects;
    private final NodeClock clock;
    private boolean started;
    private boolean passStarted;
    private boolean jumped;
    private long shiftNanos;
    private long passStartNanos;
    private long nowNanos;
    private long reorderedPackets;
    private long timeJumps;

    /** @param startMillis time of the first packet, to the second; null for its own */
    Timeline(String node, @Nullable Long startMillis, NodeClock clock, Consumer<Reject> rejects) {
        this.startMillis = startMillis;
        this.node = node;
        this.clock = clock;
        this.rejects = rejects;
    }

    /** The time of a packet on this line: at least that of the packet before. */
    long place(long timeNanos) {
        jumped = false;
        if (!passStarted) {
            startPass(timeNanos);
        }
        long atNanos = timeNanos + shiftNanos;
        if (atNanos < nowNanos - REORDERING_LIMIT_NANOS) {
            stepBack(timeNanos, nowNanos - atNanos);
            atNanos = nowNanos;
        } else if (atNanos < nowNanos) {
            reorderedPackets++;
            atNanos = nowNanos;
        } else if (atNanos - nowNanos > SILENCE_LIMIT_NANOS) {
            jumped = true;
            timeJump(timeNanos, (atNanos - nowNanos) / SECOND_NANOS + " s after the packet before");
        }
        nowNanos = atNanos;
        return atNanos;
    }

    /** Whether the last packet came after a silence too long to tell of. */
    boolean jumped() {
        return jumped;
    }

    /** The next packet is the first of another pass. */
    void endPass() {
        passStarted = false;
    }

    long reorderedPackets() {
        return reorderedPackets;
    }

    long timeJumps() {
        return timeJumps;
    }

    private void startPass(long timeNanos) {
        passStarted = true;
        if (started) {
            long spanNanos = nowNanos - passStartNanos;
            shiftNanos = passStartNanos + (spanNanos / SECOND_NANOS + 1) * SECOND_NANOS - timeNanos;
        } else {
            started = true;
            shiftNanos = startMillis == null ? 0 : wholeSeconds(startMillis * 1_000_000 - timeNanos);
            nowNanos = timeNanos + shiftNanos;
        }
        passStartNanos = timeNanos + shiftNanos;
    }

    /** The shift of whole seconds that is nearest above, so that a second of the recording stays one. */
    private static long wholeSeconds(long nanos) {
        return -Math.floorDiv(-nanos, SECOND_NANOS) * SECOND_NANOS;
    }

    private void stepBack(long timeNanos, long backNanos) {
        shiftNanos += backNanos;
        timeJump(timeNanos, backNanos / SECOND_NANOS + " s before the packet before");
    }

    private void timeJump(long timeNanos, String what) {
        timeJumps++;
        if (timeJumps == 1) {
            rejects.accept(new Reject(
                    Schema.CURRENT,
                    node,
                    node,
                    clock.epochMillis(),
                    "timeNanos",
                    timeNanos + ", " + what,
                    "from 1 s before to 3600 s after the packet before",
                    "capture with a clock that is not set meanwhile; later steps are only counted",
                    null));
        }
    }
}
