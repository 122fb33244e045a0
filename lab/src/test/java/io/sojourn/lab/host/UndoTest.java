// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.TcpSettings;
import org.junit.jupiter.api.Test;

class UndoTest {
    private static final boolean OPEN = true;
    private static final boolean RECOVERING = false;
    private static final long LATE_ECHO = Long.MAX_VALUE;

    private final Scoreboard board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
    private final Undo undo = new Undo(board, true);
    private final Packet ack = new Packets().take();

    UndoTest() {
        for (int i = 0; i < 20; i++) {
            board.sendNew(0);
        }
        for (int i = 0; i < 10; i++) {
            board.acknowledgeFirst();
        }
    }

    private void resend(long segment, long nowNanos) {
        board.markLost(segment);
        undo.resent(nowNanos);
        board.resend(segment, nowNanos);
    }

    private boolean isDueByDuplicate(long segment, boolean open) {
        ack.duplicate = true;
        ack.number = segment;
        ack.echoNanos = LATE_ECHO;
        return undo.isDue(ack, false, open, open);
    }

    private boolean isDueByEcho(long echoNanos, boolean open) {
        ack.duplicate = false;
        ack.echoNanos = echoNanos;
        return undo.isDue(ack, true, RECOVERING, open);
    }

    @Test
    void duplicateOfEachRetransmissionShowsThatNoneWasNeeded() {
        undo.reduced(false);
        resend(10, 100);
        resend(11, 101);
        assertThat(isDueByDuplicate(10, OPEN)).isFalse();
        assertThat(isDueByDuplicate(11, OPEN)).isTrue();
        undo.done();
        assertThat(isDueByDuplicate(11, OPEN)).isFalse();
    }

    @Test
    void duplicatesDecideWithinTheRecoveryToo() {
        undo.reduced(false);
        assertThat(isDueByDuplicate(10, OPEN)).isFalse();
        resend(10, 100);
        assertThat(isDueByDuplicate(10, RECOVERING)).isTrue();
    }

    @Test
    void afterATimeoutDuplicatesWaitForAnAdvance() {
        undo.reduced(true);
        resend(10, 100);
        assertThat(isDueByDuplicate(10, RECOVERING)).isFalse();
        assertThat(isDueByEcho(LATE_ECHO, RECOVERING)).isTrue();
    }

    @Test
    void duplicatesOfAnEarlierRecoveryDoNotCount() {
        undo.reduced(false);
        resend(10, 100);
        assertThat(isDueByDuplicate(9, OPEN)).isFalse();
        assertThat(isDueByDuplicate(10, OPEN)).isTrue();
    }

    @Test
    void echoOlderThanTheFirstRetransmissionShowsItAtTheEndOfARecovery() {
        undo.reduced(false);
        resend(10, 100);
        resend(11, 120);
        assertThat(isDueByEcho(100, OPEN)).isFalse();
        assertThat(isDueByEcho(99, RECOVERING)).isFalse();
        assertThat(isDueByEcho(99, OPEN)).isTrue();
    }

    @Test
    void echoShowsItEarlierWhenNoRetransmissionIsOnTheWay() {
        undo.reduced(false);
        resend(10, 100);
        board.acknowledgeFirst();
        assertThat(isDueByEcho(99, RECOVERING)).isTrue();
    }

    @Test
    void afterATimeoutTheFirstEchoDecides() {
        undo.reduced(true);
        resend(10, 100);
        assertThat(isDueByEcho(100, RECOVERING)).isFalse();
        assertThat(isDueByEcho(99, RECOVERING)).isTrue();
    }

    @Test
    void withoutTimestampsAnEchoShowsNothing() {
        Undo plain = new Undo(board, false);
        plain.reduced(true);
        plain.resent(100);
        ack.echoNanos = 99;
        assertThat(plain.isDue(ack, true, RECOVERING, RECOVERING)).isFalse();
    }

    @Test
    void retransmissionOfAnEarlierRecoveryThatIsOnTheWayCountsToo() {
        undo.reduced(false);
        resend(10, 100);
        undo.reduced(false);
        resend(11, 200);
        assertThat(isDueByEcho(150, OPEN)).isFalse();
        assertThat(isDueByDuplicate(10, OPEN)).isFalse();
        assertThat(isDueByDuplicate(11, OPEN)).isTrue();
    }
}
