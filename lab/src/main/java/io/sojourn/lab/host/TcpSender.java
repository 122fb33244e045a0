// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.TcpSettings;
import org.jspecify.annotations.Nullable;

/**
 * A sender: slow start and congestion avoidance (RFC 5681), SACK recovery (RFC 6675), timeout (RFC 6298), and with RACK
 * also tail loss probes (RFC 8985).
 *
 * <p>One reduction a window of data: losses found before the recovery point is acknowledged cost nothing more. Without
 * RACK a retransmission that is lost again waits for the timeout, which is what makes policed flows stand still.
 */
final class TcpSender implements Endpoint {
    /** Number of the packet that opens the connection; its answer is the first acknowledgment. */
    static final long SYN = -1;

    private static final int SYN_IP_BYTES = 60;
    private static final long PROBE_SLACK_NANOS = 2_000_000L; // RFC 8985, 7.2: two milliseconds

    private final TcpSettings settings;
    private final Application application;
    private final Sending forward;
    private final FlowObserver observer;
    private final Timer timeout;
    private final Timer reordering;
    private final Timer probe;
    private final Timer more;
    private final SendWindow window;
    private final Pacer pacer;
    private final Scoreboard board = new Scoreboard();
    private final RttEstimator rtt;
    private final @Nullable Rack rack;
    private boolean connected;
    private boolean resendAtOnce;
    private boolean windowLimited;
    private long roundEnd;
    private long probeEnd = -1;

    TcpSender(TcpSettings settings, Application application, Events events, Sending forward, FlowObserver observer) {
        this.settings = settings;
        this.application = application;
        this.forward = forward;
        this.observer = observer;
        timeout = new Timer(events, this::onTimeout);
        reordering = new Timer(events, this::onReordering);
        probe = new Timer(events, this::onProbe);
        more = new Timer(events, this::onMoreToSend);
        window = SendWindow.of(settings);
        pacer = new Pacer(events, this::send);
        rtt = new RttEstimator(settings.rtoFloorNanos());
        rack = settings.recovery() == TcpSettings.Recovery.RACK ? new Rack(board, rtt) : null;
    }

    /** Opens the connection. */
    void start(long nowNanos) {
        forward.send(forward.packet(SYN_IP_BYTES, SYN), nowNanos);
        timeout.set(nowNanos + rtt.timeoutNanos());
    }

    /** The application may have more to send. */
    void onMoreToSend(long nowNanos) {
        if (connected) {
            send(nowNanos);
        }
    }

    @Override
    public void receive(Packet ack, long nowNanos) {
        if (!connected) {
            connected = true;
            timeout.stop();
            // The first sample, so that a long path does not time out at once.
            rtt.sample(nowNanos - ack.echoNanos);
            send(nowNanos);
            return;
        }
        long before = board.unacknowledged();
        int pipeBefore = board.pipe();
        int delivered = sacked(ack, nowNanos) + acknowledged(ack, nowNanos);
        int acked = (int) (board.unacknowledged() - before);
        endProbe(ack.duplicate);
        if (acked > 0) {
            advanced(acked, nowNanos);
        }
        int newlyLost = findLosses(nowNanos);
        window.acknowledged(
                new SendWindow.Progress(delivered, newlyLost, acked > 0, pipeBefore, board.pipe()), nowNanos);
        send(nowNanos);
        scheduleProbe(nowNanos);
    }

    private int sacked(Packet ack, long nowNanos) {
        int delivered = 0;
        for (int block = 0; block < ack.sackBlocks; block++) {
            long to = ack.sackTo[block];
            for (long segment = board.unseenFrom(ack.sackFrom[block], to); segment < to; segment++) {
                if (board.sack(segment)) {
                    arrived(segment, block == 0 && segment == to - 1, nowNanos);
                    delivered++;
                }
            }
        }
        return delivered;
    }

    private int acknowledged(Packet ack, long nowNanos) {
        int delivered = 0;
        while (board.unacknowledged() < ack.cumulative) {
            long segment = board.unacknowledged();
            if (!board.isSacked(segment)) {
                arrived(segment, segment == ack.cumulative - 1, nowNanos);
                delivered++;
            }
            board.acknowledgeFirst();
        }
        return delivered;
    }

    private void arrived(long segment, boolean sampled, long nowNanos) {
        observer.acknowledged(segment, nowNanos - board.firstSentNanos(segment), nowNanos);
        window.arrived(segment, nowNanos);
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
            observer.rtt(rttNanos, nowNanos);
            tellRtt(segment, rttNanos, nowNanos);
        } else if (rack != null) {
            rtt.sample(echoedNanos(segment, nowNanos));
        }
    }

    /** What a timestamp would show (RFC 7323): an answer too soon for the last sending is one to the first. */
    private long echoedNanos(long segment, long nowNanos) {
        long lastNanos = nowNanos - board.lastSentNanos(segment);
        return lastNanos < rtt.minNanos() ? nowNanos - board.firstSentNanos(segment) : lastNanos;
    }

    private void tellRtt(long segment, long rttNanos, long nowNanos) {
        boolean newRound = segment >= roundEnd;
        roundEnd = newRound ? board.next() : roundEnd;
        window.rtt(rttNanos, newRound, nowNanos);
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
            timeout.stop();
        } else {
            timeout.set(nowNanos + rtt.timeoutNanos());
        }
    }

    private int findLosses(long nowNanos) {
        int before = board.lost();
        board.markByLaterSacks();
        if (rack != null) {
            reordering.set(rack.markLate(!window.isOpen(), nowNanos));
        }
        if (board.lost() > 0 && window.isOpen()) {
            window.recover(board.next());
            resendAtOnce = true;
        }
        return board.lost() - before;
    }

    private void onReordering(long nowNanos) {
        int lost = findLosses(nowNanos);
        window.foundLate(lost, board.pipe());
        send(nowNanos);
    }

    private void onTimeout(long nowNanos) {
        if (!connected) {
            rtt.timedOut();
            start(nowNanos);
            return;
        }
        if (board.outstanding() == 0) {
            return;
        }
        observer.timedOut(nowNanos);
        rtt.timedOut();
        probeEnd = -1;
        int lostBefore = board.lost();
        board.markAllLost();
        window.timedOut(board.next(), board.lost() - lostBefore, board.pipe());
        restartTimeout(nowNanos);
        send(nowNanos);
    }

    private void send(long nowNanos) {
        while (board.lost() > 0 ? mayResend() : maySendNew(nowNanos)) {
            if (!pacer.mayLeave(nowNanos)) {
                windowLimited = true;
                return;
            }
            boolean again = board.lost() > 0;
            long segment = again ? board.firstLost() : board.sendNew(nowNanos);
            if (again) {
                board.resend(segment, nowNanos);
                resendAtOnce = false;
            }
            transmit(segment, again, nowNanos);
        }
    }

    private void transmit(long segment, boolean again, long nowNanos) {
        if (rack != null) {
            rack.sent(segment);
        }
        if (!timeout.isSet()) {
            restartTimeout(nowNanos);
        }
        pacer.left(window.gapNanos(rtt.srttNanos()), nowNanos);
        window.sent(segment, !again && board.outstanding() == 1, nowNanos);
        observer.sent(segment, again, nowNanos);
        forward.send(forward.packet(settings.segmentIpBytes(), segment), nowNanos);
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
        if (board.next() < application.segments(nowNanos)) {
            return true;
        }
        if (board.pipe() < window.segments()) {
            window.applicationLimited(board.pipe());
        }
        more.set(application.nextNanos(nowNanos));
        return false;
    }

    private void scheduleProbe(long nowNanos) {
        if (rack == null || !window.isOpen() || board.outstanding() == 0 || board.sacked() > 0) {
            probe.stop();
            return;
        }
        // RFC 8985, section 7.2: two round trips, and the receiver's delay when a single segment waits for it.
        long waitNanos = board.outstanding() == 1 ? settings.delayedAckNanos() : PROBE_SLACK_NANOS;
        probe.set(nowNanos + 2 * rtt.srttNanos() + waitNanos);
    }

    private void onProbe(long nowNanos) {
        if (board.outstanding() == 0 || board.lost() > 0 || probeEnd >= 0) {
            return;
        }
        if (hasNew(nowNanos)) {
            transmit(board.sendNew(nowNanos), false, nowNanos);
        } else {
            long last = board.next() - 1;
            board.resend(last, nowNanos);
            probeEnd = board.next();
            transmit(last, true, nowNanos);
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
