// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.plan.TcpSettings;
import java.util.SplittableRandom;

/** How many segments a sender may have in flight and how fast they may leave; it is told what becomes of them. */
interface SendWindow {
    /** Whole segments that may be in flight. */
    int segments();

    /** Whether no loss is being recovered from. */
    boolean isOpen();

    /**
     * How long one segment takes at the pacing rate.
     *
     * @return 0 when segments may leave as soon as there is room for them
     */
    long gapNanos(long srttNanos);

    /** The connection is open, and no segment sent. */
    void connected(long rttNanos, long nowNanos);

    /**
     * A segment leaves, newly or again.
     *
     * @param alone whether nothing else was outstanding
     */
    void sent(long segment, boolean alone, long nowNanos);

    /** The application has nothing more to send for now, though there is room. */
    void applicationLimited(int pipe);

    /** A segment is acknowledged or SACKed for the first time. */
    void arrived(long segment, long nowNanos);

    /**
     * A clean sample.
     *
     * @param newRound whether it is the first of its round trip
     */
    void rtt(long rttNanos, boolean newRound, long nowNanos);

    /** Everything before a segment is acknowledged: that may end a recovery. */
    void advanced(long unacknowledged);

    /** An acknowledgment advanced while the window was what held the sender back. */
    void grow(int acked, long srttNanos, long nowNanos);

    /**
     * A loss is found, and recovery lasts to what was sent by now.
     *
     * @param next first segment not sent yet
     */
    void recover(long next);

    /** The last recovery or timeout was for nothing: window and threshold are as before it (RFC 4015). */
    default void undo() {}

    /** Nothing was outstanding since the last segment left, longer ago than the timeout or not. */
    default void idle(long nanos, long timeoutNanos) {}

    /** A loss was mended by a probe before it was found. */
    void reduce();

    /** An acknowledgment has been worked through. */
    void acknowledged(Progress progress, long nowNanos);

    /**
     * Losses were found without an acknowledgment, because a segment is late.
     *
     * @param pipe segments still in flight
     */
    void foundLate(int lost, int pipe);

    /**
     * The retransmission timer ran out, and what was in flight is marked lost.
     *
     * @param next first segment not sent yet
     * @param pipe segments still in flight
     */
    void timedOut(long next, int lost, int pipe, long nowNanos);

    /**
     * What one acknowledgment did.
     *
     * @param delivered segments acknowledged or SACKed for the first time
     * @param lost segments found lost
     * @param advanced whether it acknowledged the lowest outstanding segment
     * @param pipeBefore segments in flight before it
     * @param pipe segments in flight after it
     */
    record Progress(int delivered, int lost, boolean advanced, int pipeBefore, int pipe) {}

    /** @param random for senders that would else move in step */
    static SendWindow of(TcpSettings settings, Pacer pacer, SplittableRandom random) {
        return settings.algorithm() == TcpSettings.Algorithm.BBR
                ? new Bbr(settings, pacer, random)
                : new CongestionWindow(CongestionControl.of(settings.algorithm()), settings);
    }
}
