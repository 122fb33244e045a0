// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.node.yaml.Mended;
import io.sojourn.telemetry.OutOfRange;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixesTest {
    @Test
    void prefixHoldsItsFirstAndLastAddressAndNoNeighbour() {
        Prefix prefix = Prefixes.parse("p", "10.77.2.0/24");

        assertThat(prefix.contains(4, 0, 0x0A4D0200L)).isTrue();
        assertThat(prefix.contains(4, 0, 0x0A4D02FFL)).isTrue();
        assertThat(prefix.contains(4, 0, 0x0A4D01FFL)).isFalse();
        assertThat(prefix.contains(4, 0, 0x0A4D0300L)).isFalse();
        assertThat(prefix.contains(6, 0, 0x0A4D0200L)).isFalse();
    }

    @Test
    void bareAddressIsAPrefixOfItsWholeLength() {
        assertThat(Prefixes.parse("p", "10.77.2.2").lengthBits()).isEqualTo(32);
        assertThat(Prefixes.parse("p", "2001:db8::1").lengthBits()).isEqualTo(128);
    }

    @Test
    void prefixOfNoBitsHoldsEveryAddressOfItsVersion() {
        assertThat(Prefixes.parse("p", "0.0.0.0/0").contains(4, 0, 0xFFFF_FFFFL))
                .isTrue();
        assertThat(Prefixes.parse("p", "::/0").contains(6, -1, -1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void prefixHoldsAnAddressExactlyWhenItsFirstBitsAreTheSame(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int lengthBits = random.nextInt(129);
            long high = masked(random.nextLong(), Math.min(64, lengthBits));
            long low = masked(random.nextLong(), Math.max(0, lengthBits - 64));
            // Half of the time the last bit that counts or the first that does not.
            int changedBit = random.nextBoolean()
                    ? Math.max(0, Math.min(127, lengthBits - random.nextInt(2)))
                    : random.nextInt(128);
            long otherHigh = changedBit < 64 ? high ^ 1L << (63 - changedBit) : high;
            long otherLow = changedBit < 64 ? low : low ^ 1L << (127 - changedBit);

            assertThat(new Prefix(6, high, low, lengthBits).contains(6, otherHigh, otherLow))
                    .as("/%d, bit %d changed", lengthBits, changedBit)
                    .isEqualTo(changedBit >= lengthBits);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.77.2",
                "10.77.2.0/33",
                "10.77.2.1/24",
                "10.077.2.0/24",
                "256.0.0.1",
                "host.example/24",
                "::1/129",
                "2001:db8::1/32",
                "1:2:3",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "::ffff:10.0.0.1/128"
            })
    void whatIsNoPrefixIsRefusedWithoutLookingUpAName(String text) {
        assertThatThrownBy(() -> Prefixes.parse("p", text)).isInstanceOfAny(OutOfRange.class, Mended.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0/0", "10.77.2.1", "::/0", "::1", "2001:db8::/32", "2001:db8:0:1:0:1:0:1", "1::2:0:0:3"})
    void textIsReadBackAsTheSamePrefix(String text) {
        assertThat(Prefixes.text(Prefixes.parse("p", text))).isEqualTo(text);
    }

    private static long masked(long value, int bits) {
        return bits == 0 ? 0 : value & -1L << (64 - bits);
    }
}
