// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.TcpSettings;
import org.junit.jupiter.api.Test;

class RackTest {
    private static final long RTT_NANOS = 100;
    private static final boolean OPEN = true;
    private static final boolean RECOVERING = false;

    private final Packet ack = new Packets().take();

    private final Scoreboard board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
    private final RttEstimator rtt = new RttEstimator(1);
    private final Rack rack = new Rack(board, rtt, false);

    private void send(long nowNanos) {
        rack.sent(board.sendNew(nowNanos));
    }

    private void sack(long segment, long nowNanos) {
        board.sack(segment);
        rack.arrived(segment, ack, nowNanos);
    }

    @Test
    void earlierSegmentIsLateAQuarterOfARoundTripAfterALaterOneArrived() {
        rtt.sample(RTT_NANOS);
        send(0);
        send(10);
        sack(1, 110);
        assertThat(rack.markLost(OPEN, 110)).isEqualTo(Rack.onTick(125, 110));
        assertThat(board.lost()).isZero();
        assertThat(rack.markLost(OPEN, 124)).isEqualTo(Rack.onTick(125, 124));
        assertThat(rack.markLost(OPEN, 125)).isEqualTo(Long.MAX_VALUE);
        assertThat(board.isLost(0)).isTrue();
    }

    @Test
    void inRecoveryItIsLateAtOnce() {
        rtt.sample(RTT_NANOS);
        send(0);
        send(0);
        sack(1, 100);
        rack.markLost(RECOVERING, 100);
        assertThat(board.isLost(0)).isTrue();
    }

    @Test
    void lostRetransmissionIsFoundOnceSomethingSentAfterItArrives() {
        rtt.sample(RTT_NANOS);
        for (int i = 0; i < 5; i++) {
            send(0);
        }
        sack(1, 100);
        sack(2, 100);
        sack(3, 100);
        rack.markLost(RECOVERING, 100);
        board.resend(0, 100);
        rack.sent(0);
        sack(4, 101);
        rack.markLost(RECOVERING, 101);
        assertThat(board.isLost(0)).isFalse();
        send(150);
        sack(5, 250);
        rack.markLost(RECOVERING, 250);
        assertThat(board.isLost(0)).isTrue();
    }

    @Test
    void acknowledgmentTooSoonForARetransmissionSaysNothingOfIt() {
        rtt.sample(RTT_NANOS);
        send(0);
        send(50);
        board.markLost(0);
        board.resend(0, 60);
        rack.sent(0);
        // 30 after the retransmission: it must be the first sending that arrived.
        sack(0, 90);
        rack.markLost(RECOVERING, 200);
        assertThat(board.isLost(1)).isFalse();
    }

    @Test
    void timerRingsOnATickThatIsTwoMillisecondsAndATickLate() {
        assertThat(Rack.onTick(2_000_000, 0)).isEqualTo(8_000_000);
        assertThat(Rack.onTick(2_000_001, 0)).isEqualTo(12_000_000);
        assertThat(Rack.onTick(13_000_000, 11_000_000)).isEqualTo(16_000_000);
    }

    @Test
    void timerWaitsForTheLastThatWasOvertaken() {
        rtt.sample(RTT_NANOS);
        send(0);
        send(4_000_000);
        send(4_000_001);
        send(4_000_002);
        sack(2, 4_000_101);
        assertThat(rack.markLost(OPEN, 0)).isEqualTo(Rack.onTick(4_000_125, 0));
    }

    @Test
    void onlyWhatWasSentLaterThanAllThatArrivedIsNews() {
        send(0);
        send(10);
        sack(1, 110);
        assertThat(rack.hasNews()).isTrue();
        rack.markLost(OPEN, 110);
        sack(0, 111);
        assertThat(rack.hasNews()).isFalse();
        rack.reconsider();
        assertThat(rack.hasNews()).isTrue();
    }

    @Test
    void duplicateCountsAsDelivered() {
        assertThat(rack.acknowledged(ack, 1, 2)).isEqualTo(2);
        ack.duplicate = true;
        assertThat(rack.acknowledged(ack, 1, 2)).isEqualTo(3);
    }

    @Test
    void duplicateWithoutReorderingDoesNotWidenTheWindow() {
        rtt.sample(RTT_NANOS);
        acknowledged(true);
        assertThat(patienceNanos(OPEN)).isEqualTo(25);
    }

    @Test
    void segmentFourPlacesLateMakesSacksProgress() {
        reorder(4);
        assertThat(rack.knowsReordering()).isFalse();
        reorder(5);
        assertThat(rack.knowsReordering()).isTrue();
    }

    /** Segment 0 of {@code sent} is overtaken by all others, and arrives last. */
    private void reorder(int sent) {
        for (int i = 0; i < sent; i++) {
            send(0);
        }
        long first = board.unacknowledged();
        for (long segment = first + 1; segment < first + sent; segment++) {
            sack(segment, RTT_NANOS);
        }
        acknowledged(false);
        sack(first, RTT_NANOS);
        while (board.outstanding() > 0) {
            board.acknowledgeFirst();
        }
        acknowledged(false);
    }

    private void acknowledged(boolean duplicate) {
        ack.duplicate = duplicate;
        rack.acknowledged(ack, 0, 0);
    }

    /** How late a segment must be that another overtook. */
    private long patienceNanos(boolean open) {
        send(1_000);
        send(1_000);
        sack(board.next() - 1, 1_000 + RTT_NANOS);
        long lateNanos = RTT_NANOS + 1_000;
        while (rack.markLost(open, lateNanos) != Long.MAX_VALUE) {
            lateNanos++;
        }
        while (board.outstanding() > 0) {
            board.acknowledgeFirst();
        }
        return lateNanos - RTT_NANOS - 1_000;
    }

    @Test
    void onceReorderingWasSeenItWaitsInRecoveryTooAndWhateverIsSacked() {
        rtt.sample(RTT_NANOS);
        assertThat(patienceNanos(RECOVERING)).isZero();
        reorder(3);
        assertThat(patienceNanos(RECOVERING)).isEqualTo(25);
        for (int i = 0; i < 6; i++) {
            send(0);
        }
        for (int later = 4; later > 0; later--) {
            sack(board.next() - later, RTT_NANOS);
        }
        rack.markLost(OPEN, RTT_NANOS + 24);
        assertThat(board.lost()).isZero();
        rack.markLost(OPEN, RTT_NANOS + 25);
        assertThat(board.lost()).isEqualTo(2);
    }

    @Test
    void eachRoundTripWithADuplicateWidensTheWindowByAQuarterUpToARoundTrip() {
        rtt.sample(RTT_NANOS);
        reorder(3);
        acknowledged(true);
        acknowledged(false);
        assertThat(patienceNanos(OPEN)).isEqualTo(50);
        acknowledged(true);
        send(0);
        acknowledged(true);
        assertThat(patienceNanos(OPEN)).isEqualTo(75);
        for (int round = 0; round < 5; round++) {
            acknowledged(true);
            assertThat(patienceNanos(OPEN)).isEqualTo(100);
        }
    }

    @Test
    void sixteenRecoveriesWithoutADuplicateEndTheWideWindow() {
        rtt.sample(RTT_NANOS);
        reorder(3);
        acknowledged(true);
        for (int recovery = 0; recovery < 15; recovery++) {
            rack.recovered();
        }
        assertThat(patienceNanos(OPEN)).isEqualTo(50);
        rack.recovered();
        assertThat(patienceNanos(OPEN)).isEqualTo(25);
    }

    @Test
    void timestampTellsThatAnAcknowledgmentAnswersTheFirstSending() {
        Rack stamped = new Rack(board, rtt, true);
        rtt.sample(RTT_NANOS);
        board.sendNew(0);
        stamped.sent(0);
        board.sendNew(50);
        stamped.sent(1);
        board.markLost(0);
        board.resend(0, 60);
        stamped.sent(0);
        // Late enough for the second sending, but the echo is of the first.
        ack.cumulative = 1;
        ack.echoNanos = 0;
        stamped.arrived(0, ack, 300);
        board.acknowledgeFirst();
        stamped.markLost(RECOVERING, 1_000);
        assertThat(board.isLost(1)).isFalse();
    }
}
