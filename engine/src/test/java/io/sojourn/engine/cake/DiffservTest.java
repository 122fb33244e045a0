// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiffservTest {
    @Test
    void diffserv3PutsLowEffortLowAndVoiceHigh() {
        assertThat(codePoints(Diffserv.DIFFSERV3, 1)).containsExactly(1, 8);
        assertThat(codePoints(Diffserv.DIFFSERV3, 2)).containsExactly(4, 44, 46, 48, 56);
        assertThat(codePoints(Diffserv.DIFFSERV3, 0)).hasSize(57);
    }

    @Test
    void diffserv4HasVideoBetween() {
        assertThat(codePoints(Diffserv.DIFFSERV4, 1)).containsExactly(1, 8);
        assertThat(codePoints(Diffserv.DIFFSERV4, 2)).containsExactly(4, 16, 18, 20, 22, 24, 26, 28, 30, 34, 36, 38);
        assertThat(codePoints(Diffserv.DIFFSERV4, 3)).containsExactly(32, 40, 44, 46, 48, 56);
    }

    @Test
    void diffserv8HasEightKindsOfTraffic() {
        assertThat(codePoints(Diffserv.DIFFSERV8, 0)).containsExactly(1);
        assertThat(codePoints(Diffserv.DIFFSERV8, 1)).containsExactly(2, 8, 10, 12, 14);
        assertThat(codePoints(Diffserv.DIFFSERV8, 3)).containsExactly(24, 26, 28, 30, 34, 36, 38);
        assertThat(codePoints(Diffserv.DIFFSERV8, 4)).containsExactly(4, 18, 20, 22);
        assertThat(codePoints(Diffserv.DIFFSERV8, 5)).containsExactly(16);
        assertThat(codePoints(Diffserv.DIFFSERV8, 6)).containsExactly(32, 40, 44, 46);
        assertThat(codePoints(Diffserv.DIFFSERV8, 7)).containsExactly(48, 56);
        assertThat(codePoints(Diffserv.DIFFSERV8, 2)).contains(0, 3, 63).hasSize(40);
    }

    @Test
    void precedenceTakesTheFirstThreeBits() {
        assertThat(Diffserv.PRECEDENCE.tin(0)).isZero();
        assertThat(Diffserv.PRECEDENCE.tin(47)).isEqualTo(5);
        assertThat(Diffserv.PRECEDENCE.tin(63)).isEqualTo(7);
        assertThat(codePoints(Diffserv.BESTEFFORT, 0)).hasSize(64);
    }

    @Test
    void partsOfARateAreThoseOfTheManual() {
        assertThat(parts(Diffserv.DIFFSERV3)).containsExactly(16_000_000L, 1_000_000L, 4_000_000L);
        assertThat(parts(Diffserv.DIFFSERV4)).containsExactly(16_000_000L, 1_000_000L, 8_000_000L, 4_000_000L);
        assertThat(parts(Diffserv.DIFFSERV8))
                .startsWith(16_000_000L, 14_000_000L, 12_250_000L)
                .hasSize(8);
        assertThat(parts(Diffserv.BESTEFFORT)).containsExactly(16_000_000L);
    }

    @Test
    void quantumIsTheRateOver4096WithinItsBounds() {
        assertThat(Tin.quantumBytes(20_000_000)).isEqualTo(610);
        assertThat(Tin.quantumBytes(1_000_000)).isEqualTo(300);
        assertThat(Tin.quantumBytes(1_000_000_000)).isEqualTo(1514);
        assertThat(Tin.quantumBytes(0)).isEqualTo(1514);
    }

    private static List<Integer> codePoints(Diffserv diffserv, int tin) {
        return IntStream.range(0, 64)
                .filter(dscp -> diffserv.tin(dscp) == tin)
                .boxed()
                .toList();
    }

    private static List<Long> parts(Diffserv diffserv) {
        return IntStream.range(0, diffserv.tins())
                .mapToObj(tin -> diffserv.part(tin, 16_000_000))
                .toList();
    }
}
