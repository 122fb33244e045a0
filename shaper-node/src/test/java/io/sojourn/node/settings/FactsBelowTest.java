// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.link.Part;
import io.sojourn.node.policy.LinkPolicy;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Defaults of queues below others. A packet of 1514 bytes and a half take 18.168 ms at 1 Mbit/s: RFC 8289 section 4.2. */
class FactsBelowTest {
    private static final long AT_1_MBIT = 18_168_000;
    private static final long AT_2_MBIT = 9_084_000;
    private static final long AT_THE_LINK = 5_000_000;

    @ParameterizedTest
    @CsvSource({"49999kbit, 300", "50Mbit, 1514"})
    void quantumOfFqCodelIsThatOfTheCeiling(String ceil, long quantumBytes) {
        LinkPolicy link = link("scheduler: htb", """
                      - name: all
                        rate: 999Mbit
                        burst: 200kB
                        classes: [ { name: a, rate: 1Mbit, ceil: %s, queue: fq-codel } ]
                """.formatted(ceil));

        assertThat(value(link.root(), "a", "quantum")).isEqualTo(quantumBytes);
    }

    @Test
    void classOfHtbWithNobodyToBorrowFromHasItsRateWhateverItsCeiling() {
        LinkPolicy link = link("scheduler: htb", """
                      - { name: a, rate: 1Mbit, ceil: 100Mbit, queue: codel }
                      - name: b
                        rate: 2Mbit
                        ceil: 100Mbit
                        classes: [ { name: c, rate: 1Mbit, ceil: 100Mbit, queue: codel } ]
                """);

        assertThat(target(link.root(), "a")).isEqualTo(AT_1_MBIT);
        assertThat(target(link.root(), "c")).isEqualTo(AT_2_MBIT);
    }

    @Test
    void classOfHfscHasItsUpperLimitElseThatOfTheClassAbove() {
        LinkPolicy link = link("scheduler: hfsc", """
                      - name: a
                        linkShareRate: 2Mbit
                        upperLimitRate: 2Mbit
                        classes:
                          - { name: b, linkShareRate: 1Mbit, upperLimitRate: 1Mbit, queue: codel }
                          - { name: c, linkShareRate: 1Mbit, queue: codel }
                      - { name: d, linkShareRate: 1Mbit, queue: codel }
                """);

        assertThat(target(link.root(), "b")).isEqualTo(AT_1_MBIT);
        assertThat(target(link.root(), "c")).isEqualTo(AT_2_MBIT);
        assertThat(target(link.root(), "d")).isEqualTo(AT_THE_LINK);
    }

    @Test
    void classOfCbqHasItsShareOrWhatItMayBorrow() {
        LinkPolicy link = link("scheduler: priq", """
                      - name: all
                        priority: 1
                        scheduler:
                          discipline: cbq
                          rate: 2Mbit
                          classes:
                            - { name: a, rate: 1Mbit, queue: codel }
                            - { name: b, rate: 500kbit, borrow: on, queue: codel }
                """);

        assertThat(target(link.root(), "a")).isEqualTo(AT_1_MBIT);
        assertThat(target(link.root(), "b")).isEqualTo(AT_2_MBIT);
    }

    @Test
    void queueBelowSchedulersWithoutRatesHasThatOfTheNearestShaperOrClass() {
        LinkPolicy link = link("scheduler: priq", """
                      - name: a
                        priority: 1
                        shaper: { rate: 1Mbit }
                        scheduler: { discipline: drr, classes: [ { name: b, queue: codel } ] }
                      - name: c
                        priority: 2
                        scheduler:
                          discipline: htb
                          classes:
                            - name: d
                              rate: 2Mbit
                              scheduler: { discipline: drr, classes: [ { name: e, queue: codel } ] }
                      - { name: f, priority: 3, queue: codel }
                """);

        assertThat(target(link.root(), "b")).isEqualTo(AT_1_MBIT);
        assertThat(target(link.root(), "e")).isEqualTo(AT_2_MBIT);
        assertThat(target(link.root(), "f")).isEqualTo(AT_THE_LINK);
    }

    @ParameterizedTest
    @CsvSource({"b", "d", "e"})
    void settingWithoutARateComputesWhatItLeavesOutAsTheFileDoes(String queue) {
        LinkPolicy link = link("scheduler: priq", """
                      - name: a
                        priority: 1
                        shaper: { rate: 1Mbit }
                        scheduler: { discipline: drr, classes: [ { name: b, queue: fifo } ] }
                      - name: c
                        priority: 2
                        scheduler:
                          discipline: htb
                          classes:
                            - { name: d, rate: 1Mbit, queue: fifo }
                            - name: f
                              rate: 1Mbit
                              classes: [ { name: e, rate: 500kbit, ceil: 1Mbit, queue: fifo } ]
                """);
        QueueSettings codel =
                new QueueSettings(Discipline.CODEL, null, null, 100L, null, null, null, LengthAccounting.ETHERNET);

        assertThat(target(PartChange.of(link.root(), queue, codel, link.facts()), queue))
                .isEqualTo(AT_1_MBIT);
    }

    @Test
    void settingWithARateComputesWhatItLeavesOutFromIt() {
        LinkPolicy link = link("scheduler: htb", """
                      - name: all
                        rate: 20Mbit
                        classes: [ { name: a, rate: 1Mbit, ceil: 20Mbit, queue: fifo } ]
                """);
        QueueSettings codel = new QueueSettings(
                Discipline.CODEL, 2_000_000L, 2_000L, 100L, null, null, null, LengthAccounting.ETHERNET);

        assertThat(target(PartChange.of(link.root(), "a", codel, link.facts()), "a"))
                .isEqualTo(AT_2_MBIT);
    }

    /** A link of 999 Mbit/s. */
    private static LinkPolicy link(String scheduler, String classes) {
        String file = "node: n\nlinks:\n  - name: wan\n    rate: 999Mbit\n    " + scheduler;
        return Policy.parse("test", file + "\n    classes:\n" + classes).links().get(0);
    }

    private static long target(Part root, String queue) {
        return value(root, queue, "target");
    }

    private static long value(Part root, String queue, String parameter) {
        Part.Queue found = Branches.queues(root)
                .filter(leaf -> leaf.name().equals(queue))
                .findFirst()
                .orElseThrow();
        Parameter known = Branches.named(found.type().parameters(), parameter).orElseThrow();
        return found.settings().value(known);
    }
}
