// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @Test
    void distanceFromKittenToSittingIsThreeAndOfTwoLettersThatChangedPlacesOne() {
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("Rate", "rate")).isZero();
        assertThat(Nearest.distance("tpc", "tcp")).isEqualTo(1);
    }

    @Test
    void nothingIsMeantByAWordThatIsLikeNoneOrLikeMany() {
        assertThat(Nearest.to("zzzzzz", Set.of("rate", "burst"))).isEmpty();
        assertThat(Nearest.to("rtae", Set.of("rate", "burst"))).contains("rate");
        assertThat(Nearest.hint("min9", List.of("min0", "min1", "min2", "min3")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fq_codel, codel fq-codel, fq-codel",
        "fqcodel, codel fq-codel, fq-codel",
        "Fifo, fifo pie, fifo",
        "lann, lan internet, lan",
        "diffserv5, diffserv3 diffserv4 diffserv8 besteffort, diffserv3 or diffserv4 or diffserv8",
        "icmp6, icmp icmpv6, icmpv6",
        "prio, priority rate, priority",
        "dport, source destinationPort, destinationPort",
        "policer, queue meters, meters",
        "rate, name linkShareRate, linkShareRate",
    })
    void wordsOfOtherProgramsAndOtherSpellingsMeanOurs(String word, String known, String meant) {
        assertThat(Nearest.hint(word, List.of(known.split(" ")))).contains("did you mean " + meant + "?");
    }
}
