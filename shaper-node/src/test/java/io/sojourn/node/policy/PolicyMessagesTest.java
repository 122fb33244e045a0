// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sojourn.node.yaml.YamlProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are wrong, and every line that is said of them: no more, no less. */
class PolicyMessagesTest {
    private static final String LINK = "node: n\nlinks: [ { name: a, rate: 20Mbit, %s } ]\ndefault: a\n";
    private static final String QUEUE = LINK.formatted("queue: { discipline: %s }");
    private static final String MATCH = LINK.formatted("queue: fifo") + "rules: [ { match: { %s }, class: a } ]\n";

    static Stream<Arguments> files() {
        return Stream.of(ignored(), yaml(), units(), mends(), names(), atOnce()).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("files")
    void fileIsRefusedWithJustTheseLines(String yaml, List<String> lines) {
        assertThat(problems(yaml)).extracting(YamlProblem::line).containsExactlyElementsOf(lines);
    }

    /** Keys that nothing would read. */
    private static List<Arguments> ignored() {
        return List.of(
                file(
                        LINK.formatted("queue: fifo, classes: [ { name: c, foo: bar } ]"),
                        "links[0].classes: beside queue; must be left out, or beside a scheduler; take it away, or write"
                                + " scheduler: htb for queue and move queue into one of the classes"),
                file(
                        "{ node: n, links: [ { name: k, scheduler: { discipline: cbq, rate: 5Mbit },"
                                + " classes: [ { name: a, rate: 5Mbit, queue: fifo } ] } ], default: a }",
                        "links[0].classes: beside scheduler; must be in the mapping of scheduler; move them into"
                                + " links[0].scheduler.classes"),
                file(
                        "{ node: n, links: [ { name: k, scheduler: { discipline: drr, classes: [ { name: a, queue: fifo } ] },"
                                + " classes: [ { name: b } ] } ], default: a }",
                        "links[0].classes: beside those of scheduler; must be left out; move them into"
                                + " links[0].scheduler.classes"),
                file(
                        "{ node: n, links: [ { name: k, scheduler: htb, rate: 5Mbit, classes: [ { name: p, rate: 5Mbit,"
                                + " bounds: { rate: [1Mbit, 5Mbit] }, scheduler: drr, classes: [ { name: a, queue: fifo }"
                                + " ] } ] } ], default: a }",
                        "links[0].classes[0].bounds: beside scheduler; must be beside a queue; move it to the classes"),
                file(
                        "{ node: n, links: [ { name: k, rate: 5Mbit, classes: [ { name: c, queue: fifo } ] } ], default: c }",
                        "links[0]: classes without a scheduler; must be one of queue and scheduler; say what shares among"
                                + " them: scheduler: htb"));
    }

    private static List<Arguments> yaml() {
        return List.of(
                file("", "policy: empty; must be a mapping of keys to values; begin with node: and the node's name"),
                file(
                        "node: n\n",
                        "links: missing; must be given, or queues; write links: and a - name: with queue: fifo for each link"),
                file("node: n\nlinks:\n\t- name: a\n", "line 3: a tab; must be YAML; indent with spaces"),
                file(
                        "node: n: m\n",
                        "line 1: a colon in the middle of a value; must be YAML; put the text in quotes, or mend the"
                                + " indentation"),
                file(
                        "node: n\nlinks: [ { name: a\n",
                        "line 3: { of line 2 is not closed: expected ',' or '}', but got the end of the file;"
                                + " must be YAML; close it with }"),
                file(
                        LINK.formatted("queue: fifo") + "---\nnode: m\n",
                        "line 4: a second document; must be one document a file; take --- away, or give each document a file"
                                + " of its own"),
                file(
                        "node: &n x\nlinks: [ { name: *n, queue: *n } ]\n",
                        "line 1: &n; must be written out: anchors and aliases are not supported; take the anchor away, and"
                                + " write the value where it is used",
                        "line 2: *n; must be written out: anchors and aliases are not supported; write the value here"),
                file(
                        "node: n\n? [a, b]\n: c\nlinks: [ { name: a, queue: fifo } ]\n",
                        "line 2: a key that is no word; must be a word and a colon; write key: value"),
                file(
                        "{ node: n, links: [ { name: \"x\\ty\\e[31m\", queue: fifo } ] }",
                        "links[0].name: \"x\\u0009y\\u001b[31m\"; must be without control characters: tabs, line ends,"
                                + " escapes; write letters, digits, spaces and signs"));
    }

    /** Values are told as they were written, bounds with units. */
    private static List<Arguments> units() {
        return List.of(
                file(
                        QUEUE.formatted("codel, target: 60ms, interval: 100ms"),
                        "links[0].queue.interval: 100ms; must be at least twice the target of 60ms; raise interval or"
                                + " lower target"),
                file(
                        QUEUE.formatted("fifo, limitBytes: 10B"),
                        "links[0].queue.limitBytes: 10B; must be at least the longest packet, 1514B; raise it: a queue"
                                + " that is too short for a packet drops it"),
                file(
                        "{ node: n, links: [ { name: l, rate: 20Mbit, scheduler: htb, classes: [ { name: a, rate: 15Mbit,"
                                + " queue: fifo }, { name: b, rate: 15Mbit, queue: fifo } ] } ], default: a }",
                        "links[0].rate: 20Mbit; must be at least 30Mbit, the sum of the rates below; raise it, or lower"
                                + " theirs and give them a ceil"),
                file(
                        LINK.formatted("shaper: { rate: 10Mbit, peakRate: 5Mbit }, queue: fifo"),
                        "links[0].shaper.peakRate: 5Mbit; must be above the rate, 10Mbit; raise peakRate, or leave it out"),
                file(
                        LINK.formatted("queue: codel, bounds: { rate: [30Mbit, 40Mbit], target: [10ms, 20ms] }"),
                        "links[0].bounds.rate: from 30Mbit to 40Mbit; must be around the rate of a, 20Mbit; widen the"
                                + " bounds, or change the rate",
                        "links[0].bounds.target: from 10ms to 20ms; must be around the target of a, 5ms; widen the bounds,"
                                + " or change the target"));
    }

    private static List<Arguments> mends() {
        return List.of(
                file(
                        MATCH.formatted("source: '2001:DB8::1/32'"),
                        "rules[0].match.source: 2001:DB8::1/32; must be 0 in every bit after the first 32; write"
                                + " 2001:db8::/32, or 2001:db8::1 for the one address"),
                file(
                        MATCH.formatted("destinationPort: 200-100, sourcePort: 80-"),
                        "rules[0].match.sourcePort: 80-; must be a port from 0 to 65535, or two with - between them; write"
                                + " one port, or a range as 5000-5100",
                        "rules[0].match.destinationPort: 200-100; must be the lower port before the higher; write 100-200"),
                file(
                        MATCH.formatted("sourcePort: 010"),
                        "rules[0].match.sourcePort: 010; must be a whole number from 0 to 65535 without a 0 before it;"
                                + " write 10"),
                file(
                        QUEUE.formatted("sfq, perturb: 60"),
                        "links[0].queue.perturb: 60; must be a number and one of ns, us, ms, s, min; write its unit: 60ns,"
                                + " 60us, 60ms, 60s or 60min"),
                file(
                        QUEUE.formatted("fifo, limitBytes: 10KB, limit: 5pkts"),
                        "links[0].queue.limit: 5pkts; must be a number and one of p, packet, packets; did you mean 5p?",
                        "links[0].queue.limitBytes: 10KB; must be a number and one of B, kB, MB, KiB, MiB; did you mean"
                                + " 10kB?"),
                file(
                        "{ node: n, links: [ { name: a, rate: 20Mbps, queue: fifo }, { name: b, rate: 20mbit, queue: fifo } ] }",
                        "links[0].rate: 20Mbps; must be a number and one of bit, kbit, Mbit, Gbit; did you mean 20Mbit, or"
                                + " bytes as tc does: 160Mbit?",
                        "links[1].rate: 20mbit; must be a number and one of bit, kbit, Mbit, Gbit; did you mean 20Mbit?"));
    }

    private static List<Arguments> names() {
        return List.of(
                file(
                        QUEUE.formatted("fifo, clases: [ { name: x } ]"),
                        "links[0].queue.clases: unknown key; must be one of discipline, limit, limitBytes; did you mean"
                                + " classes? it stands beside queue or scheduler"),
                file(
                        "{ node: n, links: [ { name: a, queue: fifo }, { name: a, queue: fifo } ], interfaces: [e, e] }",
                        "links[1].name: a; must be a name of its own, links[0] has it; rename one of the two",
                        "interfaces: e; must be written once; take one of the two away"),
                file(
                        "{ node: n, queues: [ { name: q, policer: { rate: 1Mbit, burst: 2kB } },"
                                + " { name: q, policer: { rate: 1Mbit, burst: 2kB } } ] }",
                        "queues[1].name: q; must be a name of its own, queues[0] has it; rename one of the two"),
                file(
                        LINK.formatted("queue: fifo")
                                + "subscribers: [ { name: x, addresses: 10.0.0.0/8, class: a },"
                                + " { name: y, addresses: 10.0.0.0/8, class: a } ]\n",
                        "subscribers[1].addresses: 10.0.0.0/8; must be of one subscriber, subscribers[0] has it; take it"
                                + " away from one of the two"),
                file(
                        "{ node: n, links: [ { name: l, rate: 5Mbit, scheduler: htb, classes: [ { name: a, rate: 5Mbit,"
                                + " queue: fifo } ] } ], default: l }",
                        "default: l; must be a class with a queue, this one is made of others; name one of the classes"
                                + " below it"),
                file(
                        "{ node: n, links: [ { name: a, rate: 5Mbit } ], default: a }",
                        "links[0]: no queue; must be one of queue and scheduler; say where its packets wait: queue: fifo"));
    }

    /** What is wrong in one place does not hide what is wrong in another, and is not blamed on a third. */
    private static List<Arguments> atOnce() {
        return List.of(
                file(
                        "{ node: n/, links: [ { name: l, rate: 20Mbit, scheduler: htb, classes: ["
                                + " { name: a, rate: 5Mbit, ceil: 2Mbit, queue: { discipline: codell, limit: 5 } },"
                                + " { name: b, rate: 30Mbit, burst: 5, queue: { discipline: codel, limit: 5, target: 60ms, interval: 100ms } },"
                                + " { name: c, rate: x, ceil: 1Mbit, queue: fifo } ] } ], default: b, rules: 5 }",
                        "node: \"n/\"; must be 1 to 256 characters, not blank, without /; name the node",
                        "links[0].classes[0].queue.discipline: codell; must be one of fifo, codel, dualpi2, red, wred, pie,"
                                + " fq-codel, sfq, wfq, cake; did you mean codel?",
                        "links[0].classes[1].burst: 5; must be a number and one of B, kB, MB, KiB, MiB; write its unit: 5B,"
                                + " 5kB, 5MB, 5KiB or 5MiB",
                        "links[0].classes[1].queue.limit: 5; must be a number and one of p, packet, packets; write its"
                                + " unit: 5p",
                        "links[0].classes[1].queue.interval: 100ms; must be at least twice the target of 60ms; raise"
                                + " interval or lower target",
                        "links[0].classes[2].rate: x; must be a number and one of bit, kbit, Mbit, Gbit; write a rate, as"
                                + " 20Mbit",
                        "links[0].classes[0].ceil: 2Mbit; must be at least its rate of 5Mbit; raise ceil, or lower rate",
                        "links[0].classes[1].rate: 30Mbit; must be at most the rate of the link, 20Mbit; lower it, or raise"
                                + " the one above",
                        "rules: 5; must be a list of at least one; add an entry"),
                file(
                        "{ node: n, links: [ { name: l, rate: 20Mbit, scheduler: hfsc, classes: ["
                                + " { name: a, realTimeRate: 30Mbit, queue: fifo },"
                                + " { name: d, linkShareRate: 5Mbit, classes: ["
                                + " { name: e, linkShareRate: 10Mbit, queue: fifo } ] } ] } ], default: a }",
                        "links[0].classes[0].linkShareRate: missing; must be given; write a rate, as 20Mbit: shares what is"
                                + " left in proportion to its siblings (m2)",
                        "links[0].classes[0].realTimeRate: 30Mbit; must be with the other real-time curves at most 80 % of"
                                + " the link, 16Mbit; lower realTimeRate or realTimeStartRate of some class",
                        "links[0].classes[1].classes[0].linkShareRate: 10Mbit; must be with its siblings at most that of d,"
                                + " 5Mbit, at all times; lower linkShareRate of some sibling: only their ratio counts"),
                file(
                        "{ node: n, links: [ { name: l, rate: 20Mbit, scheduler: cbq, classes: [ { name: a, rate: 2Mbit,"
                                + " classes: [ { name: b, rate: 3Mbit, queue: fifo } ] } ] },"
                                + " { name: p, scheduler: priq, classes: [ { name: x, queue: fifo }, { name: y, priority: 3,"
                                + " queue: fifo }, { name: z, priority: 3, queue: fifo } ] } ], default: b }",
                        "links[0].scheduler.rate: missing; must be given; write a rate, as 20Mbit: of the link that the"
                                + " classes share",
                        "links[0].classes[0].rate: 2Mbit; must be at least 3Mbit, the sum of the rates below; raise it, or"
                                + " lower theirs and let them borrow",
                        "links[0].classes[0].classes[0].rate: 3Mbit; must be at most that of a, 2Mbit; lower it, or raise"
                                + " the one above",
                        "links[1].classes[0].priority: missing; must be given; write a whole number: 0 to 15, the higher"
                                + " number first; each given once",
                        "links[1].classes[2].priority: 3; must be free, y has it; give each class a priority of its own, 0"
                                + " to 15, the higher number first"),
                file(
                        "{ node: e, queues: [ { name: a, policer: { rate: 1Mbit, burst: 100B } } ],"
                                + " links: [ { name: x, queue: fifo } ] }",
                        "queues: beside links; must be left out, or alone; write each queue as a link with a queue",
                        "queues[0].policer.burst: 100B; must be from 1514B, one packet, to 1024MiB; write it as 625000B"));
    }

    @Test
    void classThatIsNestedTooDeepIsNotMissedByWhatLeadsToIt() {
        StringBuilder file =
                new StringBuilder("{ node: n, default: c9, links: [ { name: l, rate: 5Mbit, scheduler: htb");
        for (int depth = 1; depth <= 9; depth++) {
            file.append(", classes: [ { name: c" + depth + ", rate: 5Mbit");
        }
        file.append(", queue: fifo").append(" } ]".repeat(9)).append(" } ] }");

        assertThat(problems(file.toString())).singleElement().satisfies(problem -> assertThat(problem.bound())
                .isEqualTo("at most 8 deep in htb"));
    }

    @Test
    void scalarsAreTheTextThatIsWritten() {
        Policy policy = Policy.parse(
                "test", "node: on\nlinks:\n- { name: 1_000, queue: fifo }\n- { name: 010, queue: fifo }\n");

        assertThat(policy.node()).isEqualTo("on");
        assertThat(policy.queueNames()).containsExactly("1_000", "010");
    }

    @Test
    void linkOfTheHighestRateIsTaken() {
        assertThat(Policy.parse("t", "{ node: n, links: [ { name: a, rate: 1000Gbit, queue: fifo } ] }")
                        .queueNames())
                .containsExactly("a");
    }

    @Test
    void fileThatIsNotUtf8IsRefusedWithItsLineAndOneThatBeginsWithAMarkIsRead(@TempDir Path folder) throws IOException {
        Path latin = Files.writeString(
                folder.resolve("latin.yaml"), "node: n\n# gr\u00f6\u00dfer\n", StandardCharsets.ISO_8859_1);
        Path marked = Files.writeString(
                folder.resolve("marked.yaml"),
                "\uFEFFnode: gr\u00f6\u00dfer\r\nlinks: [ { name: a, queue: fifo } ]\r\n");

        assertThat(catchThrowableOfType(PolicyException.class, () -> Policy.read(latin))
                        .problems())
                .extracting(YamlProblem::line)
                .containsExactly("line 2: the byte 0xf6; must be UTF-8; save the file as UTF-8");
        assertThat(Policy.read(marked).node()).isEqualTo("gr\u00f6\u00dfer");
    }

    private static Arguments file(String yaml, String... lines) {
        return Arguments.of(yaml, List.of(lines));
    }

    private static List<YamlProblem> problems(String yaml) {
        return catchThrowableOfType(PolicyException.class, () -> Policy.parse("test", yaml))
                .problems();
    }
}
