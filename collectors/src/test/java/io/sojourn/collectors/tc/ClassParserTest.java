// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sojourn.collectors.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClassParserTest {
    private static final String LEAF = """
            class htb 1:11 parent 1:1 leaf 11: prio 0 rate 850Kbit ceil 20Mbit burst 1600b cburst 15Kb
             Sent 5935123 bytes 3923 pkt (dropped 3, overlimits 181 requeues 0)
             backlog 63588b 42p requeues 0
             lended: 789 borrowed: 3134 giants: 0
             tokens: -188457 ctokens: -7551

            """;
    private static final String TOP = """
            class htb 1:1 root rate 198Kbit ceil 198Kbit burst 1599b cburst 1599b
             Sent 187286 bytes 302 pkt (dropped 0, overlimits 31 requeues 0)
             backlog 0b 0p requeues 0
             lended: 30 borrowed: 0 giants: 0
             tokens: -1301133 ctokens: -1301133

            """;

    private final List<Fault> faults = new ArrayList<>();

    @Test
    void textRatesAreDecimalBitsAndSizesPowersOf1024() {
        List<TcClass> classes = ClassParser.parse(LEAF + TOP, faults::add);

        assertThat(faults).isEmpty();
        assertThat(classes).hasSize(2);
        assertThat(classes.get(0))
                .isEqualTo(new TcClass(
                        "htb",
                        "1:11",
                        "1:1",
                        850_000L,
                        20_000_000L,
                        15L * 1024,
                        new TcCounters(5_935_123, 3923, 3, 0, 0, 63_588, 42)));
        assertThat(classes.get(1).parent()).isNull();
    }

    @Test
    void jsonRatesAreBytes() {
        List<TcClass> classes = ClassParser.parse(
                "[{\"class\":\"htb\",\"handle\":\"1:11\",\"parent\":\"1:1\",\"leaf\":\"11:\",\"prio\":0,\"rate\":106250,"
                        + "\"ceil\":2500000,\"burst\":1600,\"cburst\":15360,\"stats\":{\"bytes\":5935123,\"packets\":3923,"
                        + "\"drops\":3,\"overlimits\":181,\"requeues\":0,\"backlog\":63588,\"qlen\":42,\"lended\":789}}]",
                faults::add);

        assertThat(faults).isEmpty();
        assertThat(classes).isEqualTo(ClassParser.parse(LEAF, faults::add));
    }

    @Test
    void classWithoutCountersIsReadWithoutThem() {
        List<TcClass> classes = ClassParser.parse("class tbf 1:1 parent 1: leaf 10: \n", faults::add);

        assertThat(faults).isEmpty();
        assertThat(classes).containsExactly(new TcClass("tbf", "1:1", "1:", null, null, null, null));
    }

    @Test
    void damagedStanzaIsNamedAndTheNextIsRead() {
        List<TcClass> classes = ClassParser.parse(LEAF.replace("20Mbit", "20Mfoo") + TOP, faults::add);

        assertThat(classes).extracting(TcClass::classId).containsExactly("1:1");
        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("ceil", "20Mfoo"));
    }

    @Test
    void negativeCountInTextIsNamed() {
        ClassParser.parse(TOP.replace("302 pkt", "-302 pkt"), faults::add);

        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("pkt", "-302"));
    }

    @Test
    void truncatedJsonIsNamed() {
        assertThat(ClassParser.parse("[{\"class\":\"htb\",", faults::add)).isEmpty();
        assertThat(faults).extracting(Fault::field).containsExactly("classes");
    }

    @Test
    void nothingIsNoClass() {
        assertThat(ClassParser.parse("", faults::add)).isEmpty();
        assertThat(faults).isEmpty();
    }
}
