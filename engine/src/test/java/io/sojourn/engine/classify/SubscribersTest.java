// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscribersTest {
    @Test
    void hostInsideANetOfAnotherIsFoundAsItself() {
        Subscribers subscribers = new Subscribers(List.of(
                new Subscribers.Entry(new Prefix(4, 0, 10L << 24, 8), 1),
                new Subscribers.Entry(new Prefix(4, 0, (10L << 24) + 7, 32), 2)));
        assertThat(subscribers.owner(4, 0, (10L << 24) + 6)).isEqualTo(1);
        assertThat(subscribers.owner(4, 0, (10L << 24) + 7)).isEqualTo(2);
        assertThat(subscribers.owner(4, 0, (10L << 24) + 8)).isEqualTo(1);
        assertThat(subscribers.owner(4, 0, 11L << 24)).isEqualTo(Subscribers.NOBODY);
        assertThat(subscribers.owner(6, 0, (10L << 24) + 7)).isEqualTo(Subscribers.NOBODY);
    }

    @Test
    void lastAddressOfAllIsFoundInThePrefixThatEndsThere() {
        Subscribers subscribers = new Subscribers(List.of(
                new Subscribers.Entry(new Prefix(4, 0, 0xffff_ff00L, 24), 1),
                new Subscribers.Entry(new Prefix(6, 0xffff_ffff_ffff_ffffL, 0, 64), 2)));
        assertThat(subscribers.owner(4, 0, 0xffff_ffffL)).isEqualTo(1);
        assertThat(subscribers.owner(6, -1, -1)).isEqualTo(2);
        assertThat(subscribers.owner(6, -2, -1)).isEqualTo(Subscribers.NOBODY);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void longestPrefixThatContainsTheAddressOwnsIt(long seed) {
        Random random = new Random(seed);
        List<Subscribers.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Prefix prefix = RandomRules.prefix(random);
            if (entries.stream().noneMatch(entry -> entry.prefix().equals(prefix))) {
                entries.add(new Subscribers.Entry(prefix, i));
            }
        }
        Subscribers subscribers = new Subscribers(entries);
        for (int i = 0; i < 3000; i++) {
            Prefix near = RandomRules.prefix(random);
            long low = near.low() + random.nextInt(3);
            int expected = entries.stream()
                    .filter(entry -> entry.prefix().contains(near.ipVersion(), near.high(), low))
                    .max(Comparator.comparingInt(entry -> entry.prefix().lengthBits()))
                    .map(Subscribers.Entry::owner)
                    .orElse(Subscribers.NOBODY);
            assertThat(subscribers.owner(near.ipVersion(), near.high(), low)).isEqualTo(expected);
        }
    }
}
