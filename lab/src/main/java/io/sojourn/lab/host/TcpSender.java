// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.TcpSettings;
import java.util.SplittableRandom;

/**
 * A sender: slow start and congestion avoidance (RFC 5681), recovery by what its {@link LossDetector} finds lost, timeout
 * (RFC 6298), and with RACK also tail loss probes (RFC 8985).
 *
 * <p>One reduction a window of data: losses found before the recovery point is acknowledged cost nothing more. Without
 * RACK a retransmission that is lost again waits for the timeout, which is what makes policed flows stand still.
 */
final class TcpSender implements Endpoint {
    /** Number of the packet that opens the connection; its answer is the first acknowledgment. */
    static final long SYN = -1;

    private static final int SYN_IP_BYTES = 60;

    private final TcpSettings settings;
    private final Application application;
    private final Sending forward;
    private final FlowObserver observer;
    private final Timer timeout;
    private final Timer reordering;
    private final Timer more;
    private final SendWindow window;
    private final Pacer pacer;
    private final Scoreboard board;
    private final Acknowledgments news;
    private final Undo undo;
    private final RttEstimator rtt;
    private final LossDetector losses;
    private final TailProbe probe;
    private boolean connected;
    private boolean resendAtOnce;
    private boolean windowLimited;
    private long roundEnd;
    private long lastSentNanos;

    TcpSender(
            TcpSettings settings,
            Application application,
            Events events,
            Sending forward,
            FlowObserver observer,
            SplittableRandom random) {
        this.settings = settings;
        this.application = application;
        this.forward = forward;
        this.observer = observer;
        board = new Scoreboard(settings.windowSegments());
        news = new Acknowledgments(board, this::arrived);
        timeout = new Timer(events, this::onTimeout);
        reordering = new Timer(events, this::onReordering);
        more = new Timer(events, this::onMoreToSend);
        pacer = new Pacer(events, this::send);
        window = SendWindow.of(settings, pacer, random);
        boolean modern = settings.recovery() == TcpSettings.Recovery.RACK;
        rtt = new RttEstimator(settings.rtoFloorNanos(), modern);
        losses = LossDetector.of(settings, board, rtt);
        undo = new Undo(board, settings.hasTimestamps());
        probe = new TailProbe(modern, board, rtt, events, this::onProbe);
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
            window.connected(nowNanos - ack.echoNanos, nowNanos);
            send(nowNanos);
            return;
        }
        if (ack.number == SYN) {
            return;
        }
        int pipeBefore = board.pipe();
        news.take(ack, nowNanos);
        int delivered = losses.acknowledged(ack, news.acked(), news.delivered());
        sampleRtt(ack, nowNanos);
        boolean wasOpen = window.isOpen();
        if (news.acked() > 0) {
            advanced(nowNanos);
        }
        takeBackSpurious(ack, wasOpen);
        int newlyLost = findLosses(nowNanos);
        int progress = losses.knowsReordering() ? news.delivered() : news.acked();
        if (windowLimited && progress > 0) {
            window.grow(delivered, rtt.srttNanos(), nowNanos);
        }
        window.acknowledged(
                new SendWindow.Progress(delivered, newlyLost, news.acked() > 0, pipeBefore, board.pipe()), nowNanos);
        send(nowNanos);
        probe.schedule(window.isOpen(), nowNanos);
    }

    private void arrived(long segment, Packet ack, long nowNanos) {
        observer.acknowledged(segment, nowNanos - board.firstSentNanos(segment), nowNanos);
        window.arrived(segment, nowNanos);
        losses.arrived(segment, ack, nowNanos);
    }

    private void sampleRtt(Packet ack, long nowNanos) {
        if (news.rttNanos() != Acknowledgments.NONE) {
            observer.rtt(news.rttNanos(), nowNanos);
        }
        if (news.sampleNanos() != Acknowledgments.NONE) {
            rtt.sample(news.sampleNanos());
            tellRtt(ack.cumulative, news.sampleNanos(), nowNanos);
        } else if (news.acked() > 0 && settings.hasTimestamps()) {
            // RFC 7323, section 4.1: the echo says which sending is answered.
            rtt.sample(nowNanos - ack.echoNanos);
        }
    }

    private void tellRtt(long segment, long rttNanos, long nowNanos) {
        boolean newRound = segment >= roundEnd;
        roundEnd = newRound ? board.next() : roundEnd;
        window.rtt(rttNanos, newRound, nowNanos);
    }

    private void advanced(long nowNanos) {
        boolean wasOpen = window.isOpen();
        window.advanced(board.unacknowledged());
        if (window.isOpen() && !wasOpen) {
            losses.recovered();
        }
        restartTimeout(nowNanos);
    }

    private void takeBackSpurious(Packet ack, boolean wasOpen) {
        if (probe.isDuplicate(ack)) {
            probe.mended(ack);
        } else if (undo.isDue(ack, news.acked() > 0, wasOpen, window.isOpen())) {
            undo.done();
            board.forgetLosses();
            window.undo();
            losses.recovered();
            losses.reconsider();
        } else if (probe.mended(ack) && window.isOpen()) {
            undo.done();
            window.reduce();
        }
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
        if (losses.hasNews()) {
            reordering.set(losses.markLost(window.isOpen(), nowNanos));
        } else if (news.acked() > 0) {
            // Linux has one timer, and what advances sets it to the retransmission timeout.
            reordering.stop();
        }
        if (board.lost() > 0 && window.isOpen()) {
            window.recover(board.next());
            losses.recover();
            undo.reduced(false);
            resendAtOnce = true;
        }
        return board.lost() - before;
    }

    private void onReordering(long nowNanos) {
        losses.reconsider();
        int lost = findLosses(nowNanos);
        window.foundLate(lost, board.pipe());
        send(nowNanos);
    }

    private void onTimeout(long nowNanos) {
        if (!connected) {
            observer.timedOut(nowNanos);
            rtt.timedOut();
            start(nowNanos);
            return;
        }
        if (board.outstanding() == 0) {
            return;
        }
        observer.timedOut(nowNanos);
        rtt.timedOut();
        probe.timedOut();
        losses.timedOut();
        undo.reduced(true);
        int lostBefore = board.lost();
        board.markAllLost();
        window.timedOut(board.next(), board.lost() - lostBefore, board.pipe(), nowNanos);
        restartTimeout(nowNanos);
        send(nowNanos);
    }

    private void send(long nowNanos) {
        while (board.lost() > 0 ? mayResend() : maySendNew(nowNanos)) {
            if (!pacer.mayLeave(nowNanos)) {
                windowLimited = true;
                return;
            }
            if (board.lost() > 0) {
                resend(board.firstLost(), nowNanos);
            } else {
                sendNew(nowNanos);
            }
        }
    }

    private void resend(long segment, long nowNanos) {
        resendAtOnce = false;
        undo.resent(nowNanos);
        board.resend(segment, nowNanos);
        transmit(segment, true, nowNanos);
    }

    private void sendNew(long nowNanos) {
        if (board.outstanding() == 0) {
            window.idle(nowNanos - lastSentNanos, rtt.timeoutNanos());
        }
        transmit(board.sendNew(nowNanos), false, nowNanos);
    }

    private void transmit(long segment, boolean again, long nowNanos) {
        losses.sent(segment);
        lastSentNanos = nowNanos;
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

    /** RFC 8985, section 7.3: a new segment, or else the last again. */
    private void onProbe(long nowNanos) {
        if (!probe.mayProbe()) {
            return;
        }
        if (hasNew(nowNanos)) {
            transmit(board.sendNew(nowNanos), false, nowNanos);
        } else {
            long last = board.next() - 1;
            board.resend(last, nowNanos);
            probe.sentAgain();
            transmit(last, true, nowNanos);
        }
        restartTimeout(nowNanos);
    }
}
