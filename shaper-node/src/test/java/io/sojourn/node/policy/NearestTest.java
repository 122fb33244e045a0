// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void distanceFromKittenToSittingIsThree() {
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("Rate", "rate")).isZero();
    }

    @Test
    void nothingIsMeantByAWordThatIsLikeNone() {
        assertThat(Nearest.to("zzzzzz", Set.of("rate", "burst"))).isEmpty();
        assertThat(Nearest.to("rtae", Set.of("rate", "burst"))).contains("rate");
    }
}
