// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.Rig;
import io.sojourn.engine.cake.Greedy.Sender;
import io.sojourn.engine.cake.Greedy.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What CAKE remembers of a load that has changed, and what it does not. */
class CakeChangingLoadTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLISECOND = 1_000_000;

    private final Rig rig = new Rig();

    @Test
    void bulkThatHadAllForLongIsNotStarvedAfterwards() {
        Greedy greedy =
                greedy(8_000_000, List.of(new Sender(1, 1, 1, 0, 1000), new Sender(2, 2, 2, Greedy.BULK, 1000)));
        greedy.start(1, 5, 0);
        greedy.go(0, 10 * SECOND);
        greedy.start(0, 5, 10 * SECOND);
        greedy.go(10 * SECOND, 12 * SECOND);
        assertThat(greedy.share(1, 10 * SECOND)).isCloseTo(0.0625, within(0.005));
    }

    @Test
    void voiceSavesNothingUpWhileItIsSilent() {
        Greedy greedy =
                greedy(8_000_000, List.of(new Sender(1, 1, 1, 0, 1000), new Sender(2, 2, 2, Greedy.VOICE, 1000)));
        greedy.start(0, 5, 0);
        greedy.go(0, 10 * SECOND);
        greedy.start(1, 5, 10 * SECOND);
        greedy.go(10 * SECOND, 10 * SECOND + 100 * MILLISECOND);
        List<Long> times = greedy.sent.stream()
                .filter(sent -> sent.sender() == 1)
                .map(Sent::atNanos)
                .toList();
        assertThat(times).hasSizeGreaterThan(20);
        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - 10 * SECOND).isGreaterThanOrEqualTo(i * (4 * MILLISECOND));
        }
    }

    @Test
    void flowsThatEndedNoLongerWeighOnTheirHost() {
        List<Sender> senders = new ArrayList<>();
        senders.add(new Sender(1000, 1, 1, 0, 1514));
        for (int i = 0; i < 30; i++) {
            senders.add(new Sender(i, 2, 100 + i, 0, 1514));
        }
        Greedy greedy = greedy(20_000_000, senders);
        greedy.run(5, 5 * SECOND);
        for (int i = 2; i <= 30; i++) {
            greedy.stop(i);
        }
        greedy.go(5 * SECOND, 10 * SECOND);
        assertThat(greedy.share(0, 6 * SECOND)).isCloseTo(0.5, within(0.01));
        assertThat(greedy.share(1, 6 * SECOND)).isCloseTo(0.5, within(0.01));
    }

    @Test
    void floodOfLongAgoCostsNothing() {
        Cake cake = new Cake(Rig.settings(Cake.TYPE, Map.of("rate", 1_000_000L, "limitBytes", 50_000L)), rig.around);
        for (long now = 0; now < 6 * SECOND; now += MILLISECOND) {
            cake.enqueue(rig.packet(1000, 7, 0, now), now);
            rig.run(cake, now, now);
        }
        rig.run(cake, 6 * SECOND, 20 * SECOND);
        int losses = rig.losses.size();
        assertThat(losses).isPositive();
        for (int i = 0; i < 20; i++) {
            cake.enqueue(rig.packet(100, 7, 0, 200 * SECOND), 200 * SECOND);
        }
        assertThat(rig.run(cake, 200 * SECOND, 201 * SECOND)).hasSize(20);
        assertThat(rig.losses).hasSize(losses);
    }

    private Greedy greedy(long rate, List<Sender> senders) {
        return new Greedy(rig, new Cake(Rig.settings(Cake.TYPE, Map.of("rate", rate)), rig.around), senders);
    }
}
