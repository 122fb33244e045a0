// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.TcpSettings;
import org.junit.jupiter.api.Test;

class DuplicateAcksTest {
    private static final boolean OPEN = true;
    private static final boolean RECOVERING = false;

    private final Scoreboard board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
    private final DuplicateAcks losses = new DuplicateAcks(board);
    private final Packet ack = new Packets().take();

    private void send(int segments) {
        for (int i = 0; i < segments; i++) {
            board.sendNew(0);
        }
    }

    /** Segments that an acknowledgment of everything before one shows to have arrived. */
    private int acknowledge(long cumulative, boolean open) {
        int acked = 0;
        for (; board.unacknowledged() < cumulative; acked++) {
            board.acknowledgeFirst();
        }
        ack.cumulative = cumulative;
        int delivered = losses.acknowledged(ack, acked, acked);
        losses.markLost(open, 0);
        return delivered;
    }

    @Test
    void thirdDuplicateAndNoEarlierOneShowsTheLowestLost() {
        send(10);
        acknowledge(1, OPEN);
        acknowledge(1, OPEN);
        acknowledge(1, OPEN);
        assertThat(board.lost()).isZero();
        assertThat(board.pipe()).isEqualTo(7);
        acknowledge(1, OPEN);
        assertThat(board.isLost(1)).isTrue();
        assertThat(board.lost()).isEqualTo(1);
        assertThat(board.pipe()).isEqualTo(5);
    }

    @Test
    void partialAcknowledgmentShowsTheNextHoleAndNamesTheDuplicatesBeforeIt() {
        send(20);
        for (int duplicate = 0; duplicate < 8; duplicate++) {
            assertThat(acknowledge(0, OPEN)).isEqualTo(1);
        }
        losses.recover();
        board.resend(0, 1);
        // 0 and 5 were lost: 0 to 4 are acknowledged, by 4 of the 8 duplicates and the retransmission.
        assertThat(acknowledge(5, RECOVERING)).isEqualTo(1);
        assertThat(board.isLost(5)).isTrue();
        assertThat(board.unnamed()).isEqualTo(4);
        board.resend(5, 2);
        assertThat(board.pipe()).isEqualTo(11);
        assertThat(acknowledge(10, RECOVERING)).isEqualTo(1);
        assertThat(board.unnamed()).isZero();
        assertThat(board.pipe()).isEqualTo(9);
    }

    @Test
    void duplicatesThatAnEarlierRecoveryCausedShowNothing() {
        send(5);
        losses.recover();
        losses.recovered();
        acknowledge(5, OPEN);
        send(5);
        for (int duplicate = 0; duplicate < 3; duplicate++) {
            acknowledge(5, OPEN);
        }
        assertThat(board.lost()).isZero();
        acknowledge(6, OPEN);
        for (int duplicate = 0; duplicate < 3; duplicate++) {
            acknowledge(6, OPEN);
        }
        assertThat(board.isLost(6)).isTrue();
    }

    @Test
    void duplicatesAfterATimeoutAnswerWhatWasSentTwice() {
        send(5);
        acknowledge(0, OPEN);
        losses.timedOut();
        board.markAllLost();
        assertThat(board.pipe()).isZero();
        board.resend(0, 1);
        for (int duplicate = 0; duplicate < 3; duplicate++) {
            assertThat(acknowledge(0, RECOVERING)).isZero();
        }
        assertThat(board.pipe()).isEqualTo(1);
    }

    @Test
    void oldAcknowledgmentIsNoDuplicate() {
        send(5);
        acknowledge(3, OPEN);
        ack.cumulative = 2;
        assertThat(losses.acknowledged(ack, 0, 0)).isZero();
        assertThat(board.unnamed()).isZero();
    }

    @Test
    void moreDuplicatesThanSegmentsDoNotEmptyThePipe() {
        send(3);
        for (int duplicate = 0; duplicate < 10; duplicate++) {
            acknowledge(0, RECOVERING);
        }
        assertThat(board.pipe()).isEqualTo(1);
        acknowledge(1, RECOVERING);
        assertThat(board.unnamed()).isEqualTo(1);
        assertThat(board.pipe()).isZero();
        assertThat(board.lost()).isEqualTo(1);
    }
}
