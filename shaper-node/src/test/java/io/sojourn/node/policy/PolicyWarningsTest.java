// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyWarningsTest {
    private static final String LINK = "{ node: n, links: [ { name: a, rate: 5Mbit, %s } ], default: a }";
    private static final String TREE =
            "{ node: n, links: [ { name: l, rate: 20Mbit, scheduler: htb, classes: [ %s ] } ], default: a }";

    static Stream<Arguments> trees() {
        return Stream.of(
                Arguments.of(
                        LINK.formatted("shaper: { rate: 10Mbit }, queue: fifo"),
                        List.of(
                                "link a: tbf of 10Mbit; must be below what arrives there, at most 5Mbit; lower its rate, or"
                                        + " take it away: it never has anything to do")),
                Arguments.of(
                        LINK.formatted("queue: { discipline: cake, rate: 50Mbit }"),
                        List.of(
                                "link a: cake of 50Mbit; must be below what arrives there, at most 5Mbit; lower its rate, or"
                                        + " take it away: it never has anything to do")),
                Arguments.of(
                        LINK.formatted("queue: fifo, meters: [ { discipline: policer, rate: 50Mbit } ]"),
                        List.of(
                                "link a: policer of 50Mbit; must be below what arrives there, at most 5Mbit; lower its rate,"
                                        + " or take it away: it never has anything to do")),
                Arguments.of(
                        LINK.formatted("queue: { discipline: pie, mtu: 1B }"),
                        List.of(
                                "link a: mtu 1B; must be at least the longest packet, 1514B; raise it, or leave it out")),
                Arguments.of(
                        "{ node: n, links: [ { name: a, queue: fifo } ], default: a }",
                        List.of(
                                "link a: no rate above its queue; must be given, else no packet ever waits there; give the"
                                        + " link, or a class or shaper above, a rate")),
                Arguments.of(
                        TREE.formatted(
                                "{ name: p, rate: 5Mbit, classes: [ { name: a, rate: 4Mbit, ceil: 40Mbit, queue: fifo }"
                                        + " ] }"),
                        List.of(
                                "class a: ceil 40Mbit; must be at most what the one above gets, 5Mbit; lower it, or raise the"
                                        + " one above")),
                Arguments.of(
                        TREE.formatted("{ name: a, rate: 5Mbit, quantum: 1kB, queue: fifo }"),
                        List.of(
                                "class a: quantum 1000B; must be at least the longest packet, 1514B; raise it, or leave it"
                                        + " out")));
    }

    @ParameterizedTest
    @MethodSource("trees")
    void whatDoesNothingWhereItStandsIsAWarning(String yaml, List<String> lines) {
        assertThat(Policy.parse("test", yaml).warnings())
                .extracting(YamlProblem::line)
                .containsExactlyElementsOf(lines);
    }

    @Test
    void whatIsSlowerThanTheLinkIsNoWarning() {
        assertThat(Policy.parse(
                                "test",
                                LINK.formatted("shaper: { rate: 4Mbit }, queue: { discipline: cake, rate: 3Mbit },"
                                        + " meters: [ { discipline: policer, rate: 2Mbit } ]"))
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "protocol: icmp, sourcePort: 80 | only those of TCP and UDP are read with ports",
                "protocol: [esp, sctp], destinationPort: 80 | only those of TCP and UDP are read with ports",
                "source: '2001:db8::/32', destination: 10.0.0.0/8 | source and destination are of one IP version",
                "source: '2001:db8::/32', protocol: icmp | ICMP of IPv6 is icmpv6",
                "destination: 10.0.0.0/8, protocol: icmpv6 | ICMP of IPv4 is icmp",
            })
    void ruleThatNoPacketMatchesIsAWarningThatSaysWhy(String match, String reason) {
        assertThat(warnings(match)).singleElement().satisfies(warning -> {
            assertThat(warning.path()).isEqualTo("rules[0]");
            assertThat(warning.bound()).isEqualTo("one that a packet can match: " + reason);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "protocol: [icmp, tcp], sourcePort: 80",
                "source: ['2001:db8::/32', 10.1.0.0/16], destination: 10.0.0.0/8",
                "source: '2001:db8::/32', protocol: [icmp, icmpv6]",
                "protocol: icmp",
            })
    void ruleThatSomePacketMatchesIsNoWarning(String match) {
        assertThat(warnings(match)).isEmpty();
    }

    private static List<YamlProblem> warnings(String match) {
        return Policy.parse(
                        "test",
                        "{ node: n, links: [ { name: a, rate: 5Mbit, queue: fifo } ], default: a, rules: [ { class: a, match: { "
                                + match + " } } ] }")
                .warnings();
    }
}
