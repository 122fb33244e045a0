// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.TcpSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgmentsTest {
    private final List<Long> arrived = new ArrayList<>();
    private final Scoreboard board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
    private final Acknowledgments news = new Acknowledgments(board, (segment, ack, nowNanos) -> arrived.add(segment));
    private final Packets packets = new Packets();

    private Packet ack(long cumulative, long... block) {
        Packet ack = packets.take();
        ack.cumulative = cumulative;
        ack.sackBlocks = block.length / 2;
        for (int i = 0; i < ack.sackBlocks; i++) {
            ack.sackFrom[i] = block[2 * i];
            ack.sackTo[i] = block[2 * i + 1];
        }
        return ack;
    }

    /** One segment every ten nanoseconds. */
    private void send(int segments) {
        for (int i = 0; i < segments; i++) {
            board.sendNew(i * 10L);
        }
    }

    @Test
    void eachSegmentArrivesOnceWhateverIsRepeatedOrLate() {
        send(8);
        Packet late = ack(1);
        news.take(ack(1, 5, 7), 100);
        assertThat(news.delivered()).isEqualTo(3);
        assertThat(news.acked()).isEqualTo(1);
        news.take(ack(3, 4, 7), 110);
        news.take(late, 120);
        assertThat(news.acked()).isZero();
        assertThat(news.delivered()).isZero();
        news.take(ack(3, 4, 7), 130);
        news.take(ack(8), 140);
        assertThat(news.acked()).isEqualTo(5);
        assertThat(news.delivered()).isEqualTo(2);
        assertThat(arrived).containsExactly(5L, 6L, 0L, 4L, 1L, 2L, 3L, 7L);
    }

    @Test
    void roundTripTimeIsSinceTheLastSegmentByWhichItAdvanced() {
        send(4);
        news.take(ack(2), 100);
        assertThat(news.rttNanos()).isEqualTo(90);
        assertThat(news.sampleNanos()).isEqualTo(90);
        news.take(ack(2, 3, 4), 105);
        assertThat(news.rttNanos()).isEqualTo(Acknowledgments.NONE);
        assertThat(news.sampleNanos()).isEqualTo(75);
    }

    @Test
    void acknowledgmentOverAResentSegmentGivesNoSample() {
        send(4);
        board.resend(1, 60);
        news.take(ack(4), 100);
        assertThat(news.acked()).isEqualTo(4);
        assertThat(news.rttNanos()).isEqualTo(Acknowledgments.NONE);
        assertThat(news.sampleNanos()).isEqualTo(Acknowledgments.NONE);
    }
}
