// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundWheelTest {
    private final Rig rig = new Rig();
    private final Tin tin =
            new Tin(rig.around, new Backlog(), Isolation.FLOWS, new CountedLength(rig.packets, LengthRule.IP, true), 0);

    @Test
    void emptyWheelHasNoTurn() {
        assertThat(new RoundWheel().first()).isNull();
    }

    @Test
    void flowsOfOneRoundComeInOrder() {
        RoundWheel wheel = new RoundWheel();
        Flow late = flow();
        Flow first = flow();
        Flow second = flow();
        wheel.add(late, 2);
        wheel.add(first, 1);
        wheel.add(second, 1);
        for (Flow expected : List.of(first, second, late)) {
            assertThat(wheel.first()).isSameAs(expected);
            expected.unchain();
        }
        assertThat(wheel.first()).isNull();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyNumberOfRoundsAheadComesInItsRound(long seed) {
        Random random = new Random(seed);
        RoundWheel wheel = new RoundWheel();
        Map<Flow, Long> roundOf = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            Flow flow = flow();
            int ahead = 1 + random.nextInt(RoundWheel.MOST_ROUNDS);
            wheel.add(flow, ahead);
            roundOf.put(flow, (long) ahead);
        }
        List<Long> rounds = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Flow flow = wheel.first();
            assertThat(flow).isNotNull();
            long round = roundOf.get(flow);
            long soonest =
                    roundOf.values().stream().mapToLong(Long::longValue).min().orElseThrow();
            assertThat(round).isEqualTo(soonest);
            rounds.add(round);
            int ahead = random.nextInt(4) == 0 ? RoundWheel.MOST_ROUNDS : 1 + random.nextInt(100);
            wheel.add(flow, ahead);
            roundOf.put(flow, round + ahead);
        }
        assertThat(rounds).isSorted();
    }

    private Flow flow() {
        return new Flow(tin, rig.packets);
    }
}
