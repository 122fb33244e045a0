// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import org.jspecify.annotations.Nullable;

/**
 * A sender: slow start and congestion avoidance (RFC 5681), SACK recovery (RFC 6675), timeout (RFC 6298), and with RACK
 * also tail loss probes (RFC 8985).
 *
 * <p>One reduction a window of data: losses found before the recovery point is acknowledged cost nothing more. Without
 * RACK a retransmission that is lost again waits for the timeout, which is what makes policed flows stand still.
 */
final class TcpSender {
    private static final long PROBE_SLACK_NANOS = 2_000_000L; // RFC 8985, 7.2: two milliseconds

    private final int flow;
    private final SenderSettings settings;
    private final Wire wire;
    private final Meter meter;
    private final SenderTimers timers;
    private final CongestionWindow window;
    private final Scoreboard board = new Scoreboard();
    private final RttEstimator rtt;
    private final @Nullable Rack rack;
    private boolean resendAtOnce;
    private boolean windowLimited;
    private long roundEnd;
    private long probeEnd = -1;
    private long startNanos;

    TcpSender(int flow, SenderSettings settings, Wire wire, Meter meter, SenderTimers timers) {
        this.flow = flow;
        this.settings = settings;
        this.wire = wire;
        this.meter = meter;
        this.timers = timers;
        window = new CongestionWindow(settings.algorithm().build(), settings.windowSegments());
        rtt = new RttEstimator(settings.rtoFloorNanos());
        rack = settings.rack() ? new Rack(board, rtt) : null;
    }

    /** @param handshakeRttNanos what SYN and SYN-ACK took: the first sample, so that a long path does not time out at once */
    void start(long nowNanos, long handshakeRttNanos) {
        rtt.sample(handshakeRttNanos);
        startNanos = nowNanos;
        send(nowNanos);
    }

    /** The application may have more to send. */
    void onMoreToSend(long nowNanos) {
        if (timers.application().isDue(nowNanos)) {
            send(nowNanos);
        }
    }

    void onAck(long cumulative, long sack, long nowNanos) {
        long before = board.unacknowledged();
        int delivered = 0;
        if (sack >= 0 && board.sack(sack)) {
            arrived(sack, true, nowNanos);
            delivered++;
        }
        while (board.unacknowledged() < cumulative) {
            long segment = board.unacknowledged();
            if (!board.isSacked(segment)) {
                arrived(segment, segment == cumulative - 1, nowNanos);
                delivered++;
            }
            board.acknowledgeFirst();
        }
        int acked = (int) (board.unacknowledged() - before);
        endProbe(sack == Wire.DUPLICATE);
        if (acked > 0) {
            advanced(acked, nowNanos);
        }
        int newlyLost = findLosses(nowNanos);
        reduceRate(delivered, acked > 0 && newlyLost == 0);
        send(nowNanos);
        scheduleProbe(nowNanos);
    }

    private void arrived(long segment, boolean sampled, long nowNanos) {
        meter.timeToAck(nowNanos - board.firstSentNanos(segment));
        if (rack != null) {
            rack.arrived(segment, nowNanos);
        }
        if (!sampled) {
            return;
        }
        // Karn: a segment sent twice does not say which sending the acknowledgment answers. Timestamps do.
        if (!board.wasResent(segment)) {
            long rttNanos = nowNanos - board.lastSentNanos(segment);
            rtt.sample(rttNanos);
            meter.rtt(rttNanos);
            watchSlowStart(segment, rttNanos);
        } else if (rack != null) {
            rtt.sample(echoedNanos(segment, nowNanos));
        }
    }

    /** What a timestamp would show (RFC 7323): an answer too soon for the last sending is one to the first. */
    private long echoedNanos(long segment, long nowNanos) {
        long lastNanos = nowNanos - board.lastSentNanos(segment);
        return lastNanos < rtt.minNanos() ? nowNanos - board.firstSentNanos(segment) : lastNanos;
    }

    private void watchSlowStart(long segment, long rttNanos) {
        boolean newRound = segment >= roundEnd;
        roundEnd = newRound ? board.next() : roundEnd;
        window.watchSlowStart(rttNanos, newRound);
    }

    private void advanced(int acked, long nowNanos) {
        window.advanced(board.unacknowledged());
        if (windowLimited) {
            window.grow(acked, rtt.srttNanos(), nowNanos);
        }
        restartTimeout(nowNanos);
    }

    private void restartTimeout(long nowNanos) {
        if (board.outstanding() == 0) {
            timers.timeout().stop();
        } else {
            timers.timeout().set(nowNanos + rtt.timeoutNanos());
        }
    }

    private int findLosses(long nowNanos) {
        int before = board.lost();
        board.markByLaterSacks();
        if (rack != null) {
            timers.reordering().set(rack.markLate(!window.isOpen(), nowNanos));
        }
        if (board.lost() > 0 && window.isOpen()) {
            window.recover(board.next());
            resendAtOnce = true;
        }
        return board.lost() - before;
    }

    private void reduceRate(int delivered, boolean progress) {
        if (rack != null && delivered > 0) {
            window.reduceRate(delivered, progress, board.pipe());
        }
    }

    void onReordering(long nowNanos) {
        if (timers.reordering().isDue(nowNanos)) {
            findLosses(nowNanos);
            reduceRate(1, false);
            send(nowNanos);
        }
    }

    void onTimeout(long nowNanos) {
        if (!timers.timeout().isDue(nowNanos) || board.outstanding() == 0) {
            return;
        }
        meter.timeout();
        rtt.timedOut();
        window.timedOut(board.next());
        probeEnd = -1;
        board.markAllLost();
        restartTimeout(nowNanos);
        send(nowNanos);
    }

    private void send(long nowNanos) {
        while (board.lost() > 0 ? mayResend() : maySendNew(nowNanos)) {
            long segment;
            if (board.lost() > 0) {
                segment = board.firstLost();
                board.resend(segment, nowNanos);
                resendAtOnce = false;
                meter.resent();
            } else {
                segment = board.sendNew(nowNanos);
            }
            transmit(segment, nowNanos);
        }
    }

    private void transmit(long segment, long nowNanos) {
        if (rack != null) {
            rack.sent(segment);
        }
        if (!timers.timeout().isSet()) {
            restartTimeout(nowNanos);
        }
        window.sent();
        wire.transmit(flow, segment, nowNanos);
    }

    /** RFC 6675, section 5, step 4.3: the first retransmission does not wait for room. */
    private boolean mayResend() {
        windowLimited = true;
        return resendAtOnce || board.pipe() < window.segments();
    }

    private boolean maySendNew(long nowNanos) {
        windowLimited = false;
        if (!hasNew(nowNanos)) {
            return false;
        }
        windowLimited = board.pipe() >= window.segments();
        return !windowLimited;
    }

    /** Whether the receive window and the application allow one more; if only the application does not, it will say. */
    private boolean hasNew(long nowNanos) {
        if (board.outstanding() >= settings.windowSegments()) {
            return false;
        }
        Long offered = settings.offeredBitsPerSecond();
        if (offered == null) {
            return true;
        }
        long readyNanos = startNanos + (long) (board.next() * (settings.payloadBytes() * 8e9 / offered));
        if (readyNanos > nowNanos) {
            timers.application().set(readyNanos);
            return false;
        }
        return true;
    }

    private void scheduleProbe(long nowNanos) {
        if (rack == null || !window.isOpen() || board.outstanding() == 0 || board.sacked() > 0) {
            timers.probe().stop();
            return;
        }
        // RFC 8985, section 7.2: two round trips, and the receiver's delay when a single segment waits for it.
        long waitNanos = board.outstanding() == 1 ? settings.delayedAckNanos() : PROBE_SLACK_NANOS;
        timers.probe().set(nowNanos + 2 * rtt.srttNanos() + waitNanos);
    }

    void onProbe(long nowNanos) {
        if (!timers.probe().isDue(nowNanos) || board.outstanding() == 0 || board.lost() > 0 || probeEnd >= 0) {
            return;
        }
        if (hasNew(nowNanos)) {
            transmit(board.sendNew(nowNanos), nowNanos);
        } else {
            long last = board.next() - 1;
            board.resend(last, nowNanos);
            meter.resent();
            probeEnd = board.next();
            transmit(last, nowNanos);
        }
        restartTimeout(nowNanos);
    }

    /**
     * RFC 8985, section 7.4.2: a probe that the receiver did not call a duplicate repaired a loss, which costs a
     * reduction.
     */
    private void endProbe(boolean duplicate) {
        if (probeEnd < 0) {
            return;
        }
        if (duplicate) {
            probeEnd = -1;
        } else if (board.unacknowledged() > probeEnd) {
            probeEnd = -1;
            if (window.isOpen()) {
                window.reduce();
            }
        }
    }
}
