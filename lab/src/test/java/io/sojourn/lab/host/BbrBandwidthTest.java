// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BbrBandwidthTest {
    private final BbrBandwidth bandwidth = new BbrBandwidth();

    @Test
    void greatestRateIsForgottenInTheEleventhRoundAfterIt() {
        bandwidth.add(5e6, 3);
        for (int round = 4; round <= 13; round++) {
            bandwidth.add(2e6, round);
            assertThat(bandwidth.bitsPerSecond()).isEqualTo(5e6);
        }
        bandwidth.add(1e6, 14);

        assertThat(bandwidth.bitsPerSecond()).isEqualTo(2e6);
    }

    @Test
    void roundsWithoutARateForgetNothingUntilTheNextRate() {
        bandwidth.add(5e6, 3);
        bandwidth.add(1e6, 40);

        assertThat(bandwidth.bitsPerSecond()).isEqualTo(1e6);
    }

    @Test
    void isTheGreatestOfElevenRoundsWhateverTheRates() {
        SplittableRandom random = new SplittableRandom(11);
        List<Double> all = new ArrayList<>();
        for (int round = 0; round < 500; round++) {
            double rate = random.nextDouble();
            all.add(rate);
            bandwidth.add(rate, round);
            assertThat(bandwidth.bitsPerSecond())
                    .isEqualTo(all.subList(Math.max(0, round - 10), round + 1).stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElseThrow());
        }
    }
}
