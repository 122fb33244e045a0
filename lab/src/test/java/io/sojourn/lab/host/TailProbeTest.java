// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.TcpSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TailProbeTest {
    private static final long MILLI = 1_000_000;
    private static final boolean OPEN = true;

    private final Scoreboard board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
    private final RttEstimator rtt = new RttEstimator(200 * MILLI, true);
    private final Events events = new Events();
    private final List<Long> rangNanos = new ArrayList<>();
    private final TailProbe probe = new TailProbe(true, board, rtt, events, rangNanos::add);
    private final Packet ack = new Packets().take();

    TailProbeTest() {
        rtt.sample(10 * MILLI);
        board.sendNew(0);
        board.sendNew(0);
    }

    private List<Long> scheduled(boolean open) {
        probe.schedule(open, 0);
        events.runUntil(10_000 * MILLI);
        return rangNanos;
    }

    @Test
    void probesAfterTwoRoundTripsAndTwoMillis() {
        assertThat(scheduled(OPEN)).containsExactly(22 * MILLI);
    }

    @Test
    void singleSegmentMayWaitForTheReceiverButNotLongerThanTheTimeout() {
        board.acknowledgeFirst();
        assertThat(scheduled(OPEN)).containsExactly(210 * MILLI);
    }

    @Test
    void doesNotProbeInRecoveryNorBesideSacksNorWhenNothingIsOutstanding() {
        assertThat(scheduled(false)).isEmpty();
        board.sack(1);
        assertThat(scheduled(OPEN)).isEmpty();
        board.acknowledgeFirst();
        board.acknowledgeFirst();
        assertThat(scheduled(OPEN)).isEmpty();
    }

    @Test
    void acknowledgmentBeyondTheProbeShowsALossUnlessTheProbeWasADuplicate() {
        assertThat(probe.mayProbe()).isTrue();
        probe.sentAgain();
        assertThat(probe.mayProbe()).isFalse();
        board.sendNew(30);
        board.acknowledgeFirst();
        board.acknowledgeFirst();
        assertThat(probe.mended(ack)).isFalse();
        board.acknowledgeFirst();
        assertThat(probe.mended(ack)).isTrue();
        assertThat(probe.mended(ack)).isFalse();
    }

    @Test
    void probeThatIsADuplicateShowsNoLoss() {
        probe.sentAgain();
        ack.duplicate = true;
        ack.number = 0;
        assertThat(probe.isDuplicate(ack)).isFalse();
        ack.number = 1;
        assertThat(probe.isDuplicate(ack)).isTrue();
        board.sendNew(30);
        while (board.outstanding() > 0) {
            board.acknowledgeFirst();
        }
        assertThat(probe.mended(ack)).isFalse();
        assertThat(probe.mended(ack)).isFalse();
    }
}
