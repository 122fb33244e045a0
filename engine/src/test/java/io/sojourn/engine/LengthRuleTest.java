// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sojourn.engine.LengthRule.Cells;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LengthRuleTest {
    private static final List<Cells> CELLS = List.of(Cells.NONE, Cells.ATM, Cells.PTM);

    @Test
    void fullPacketTakes33AtmCellsAndAnAcknowledgmentTwo() {
        var rule = LengthRule.named("pppoe-llcsnap").orElseThrow();
        assertThat(rule.length(1500)).isEqualTo(1749);
        assertThat(rule.length(40)).isEqualTo(106);
    }

    @Test
    void ptmAddsOneByteForEach64Begun() {
        assertThat(LengthRule.named("pppoe-ptm").orElseThrow().length(1500)).isEqualTo(1554);
        var bare = new LengthRule(0, 0, Cells.PTM);
        assertThat(bare.length(64)).isEqualTo(65);
        assertThat(bare.length(65)).isEqualTo(67);
    }

    @Test
    void atmCellIsBegunByItsFirstByte() {
        var bare = new LengthRule(0, 0, Cells.ATM);
        assertThat(bare.length(48)).isEqualTo(53);
        assertThat(bare.length(49)).isEqualTo(106);
    }

    @ParameterizedTest
    @CsvSource({
        "ip, 1500, 1500",
        "ip, 40, 40",
        "ethernet, 1500, 1514",
        "ethernet-fcs, 40, 64",
        "on-wire, 1500, 1538",
        "on-wire, 46, 84",
        "on-wire, 40, 84",
        "on-wire, 47, 85",
        "docsis, 1500, 1518",
        "docsis, 40, 64",
        "bridged-ptm, 1500, 1546",
        "conservative, 1500, 1749",
        "conservative, 40, 106"
    })
    void presetCountsWhatItsLinkCarries(String name, int ipBytes, int countedBytes) {
        assertThat(LengthRule.named(name).orElseThrow().length(ipBytes)).isEqualTo(countedBytes);
    }

    @Test
    void negativeOverheadTakesAwayButNeverTheWholePacket() {
        var rule = new LengthRule(-64, 0, Cells.NONE);
        assertThat(rule.length(1500)).isEqualTo(1436);
        assertThat(rule.length(65)).isEqualTo(1);
        assertThat(rule.length(64)).isEqualTo(1);
        assertThat(rule.length(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyLengthCountsAsAtLeastOneByteAndALongerPacketNeverAsLess(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Cells cells = CELLS.get(random.nextInt(3));
            var rule = new LengthRule(random.nextInt(321) - 64, random.nextInt(257), cells);
            int one = i % 2 == 0 ? random.nextInt() : random.nextInt(70_000);
            int more = one + random.nextInt(2000);
            assertThat(rule.length(one)).isPositive();
            assertThat(one > more || rule.length(one) <= rule.length(more)).isTrue();
        }
        assertThat(new LengthRule(256, 0, Cells.ATM).length(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThat(new LengthRule(-64, 0, Cells.NONE).length(Integer.MIN_VALUE)).isEqualTo(1);
    }

    @Test
    void refusesOverheadOutsideItsRangeNamingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LengthRule(-65, 0, Cells.NONE))
                .withMessage("overheadBytes=-65 is not from -64 to 256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LengthRule(0, 257, Cells.NONE))
                .withMessage("mpuBytes=257 is not from 0 to 256");
        assertThat(LengthRule.named("token-ring")).isEmpty();
    }
}
