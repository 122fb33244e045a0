// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import org.junit.jupiter.api.Test;

class RackTest {
    private static final long RTT_NANOS = 100;
    private static final boolean OPEN = true;
    private static final boolean RECOVERING = false;

    private final Packet ack = new Packets().take();

    private final Scoreboard board = new Scoreboard();
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
        assertThat(rack.markLost(OPEN, 110)).isEqualTo(125);
        assertThat(board.lost()).isZero();
        assertThat(rack.markLost(OPEN, 124)).isEqualTo(125);
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
}
