// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyLinksTest {
    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(TestData.root().resolve("examples/node"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleIsReadWithoutAWarning(Path file) throws IOException {
        Policy policy = Policy.read(file);

        assertThat(policy.warnings()).isEmpty();
        assertThat(policy.queueNames()).isNotEmpty();
        assertThat(policy.view().links()).isNotEmpty();
    }

    @Test
    void guideShowsTheExampleAsItIs() throws IOException {
        String guide = Files.readString(TestData.root().resolve("docs/20-policy-file.md"));

        for (Path file : examples()) {
            String yaml = Files.readString(file)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.joining("\n"));
            assertThat(guide).contains(yaml);
        }
    }

    @Test
    void edgeOfTheExampleHasItsClassesAsTheWireTellsThem() throws IOException {
        Policy policy = Policy.read(TestData.root().resolve("examples/node/isp-edge.yaml"));

        assertThat(policy.queueNames()).containsExactly("voice", "gold-anna", "basic-bela", "others", "bulk", "up");
        assertThat(policy.lengthAccounting()).isEqualTo(LengthAccounting.ETHERNET);
        QueuePolicy bela = queue(policy, "basic-bela");
        assertThat(bela.settings().discipline()).isEqualTo(Discipline.FQ_CODEL);
        assertThat(bela.settings().rateBitsPerSecond()).isEqualTo(50_000_000);
        assertThat(bela.settings().targetMicros()).isEqualTo(10_000);
        assertThat(bela.bounds().rateBitsPerSecond()).isEqualTo(new SettingBounds.Bound(25_000_000, 50_000_000));
        assertThat(queue(policy, "voice").settings().discipline()).isEqualTo(Discipline.SHAPER);
        assertThat(queue(policy, "up").bounds().rateBitsPerSecond().low()).isEqualTo(100_000_000);
    }

    @Test
    void everythingWrongInATreeIsToldAtOnceWithItsPath() {
        assertThat(problems("""
                node: n
                links:
                  - name: wan
                    rate: 0Mbit
                    scheduler: htbb
                  - name: lan
                    rate: 10Mbit
                    scheduler: htb
                    classes:
                      - name: a
                        rate: 5Mbit
                        burst: 100B
                        queue: { discipline: fq_codel, limit: 10 }
                      - name: b
                        rate: -1Mbit
                        queue: { discipline: codel, target: 5 }
                      - { name: c, rate: 1Mbit }
                      - { name: a, rate: 1Mbit, queue: fifo, celi: 2Mbit }
                  - { name: lan, queue: { discipline: codel, target: 100ms, interval: 100ms } }
                rules:
                  - { match: { protocol: tcp, dscp: af50 }, class: aa }
                  - { class: b }
                  - { match: { hosts: mail, direction: up, sourcePort: 90-80 }, class: b }
                subscribers:
                  - { name: s, addresses: 10.0.0.1/24, class: b }
                default: d
                """))
                .extracting(YamlProblem::path)
                .contains(
                        "links[0].rate",
                        "links[0].scheduler.discipline",
                        "links[1].classes[0].burst",
                        "links[1].classes[0].queue.discipline",
                        "links[1].classes[1].rate",
                        "links[1].classes[1].queue.target",
                        "links[1].classes[2]",
                        "links[1].classes[3].name",
                        "links[1].classes[3].celi",
                        "links[2].name",
                        "links[2].queue.interval",
                        "rules[0].match.dscp",
                        "rules[0].class",
                        "rules[1].match",
                        "rules[2].match.hosts",
                        "rules[2].match.direction",
                        "rules[2].match.sourcePort",
                        "subscribers[0].addresses",
                        "default");
    }

    @Test
    void guaranteeAboveThatOfTheParentIsRefusedNamingBoth() {
        assertThat(problems(tree("""
                      - name: a
                        rate: 2Mbit
                        classes:
                          - { name: b, rate: 3Mbit, queue: fifo }
                """)).get(0).path()).isEqualTo("links[0].classes[0].classes[0].rate");
    }

    @Test
    void ruleToAClassThatIsMadeOfOthersIsRefused() {
        assertThat(problems(tree("""
                      - name: a
                        rate: 2Mbit
                        classes:
                          - { name: b, rate: 1Mbit, queue: fifo }
                rules: [ { match: { protocol: tcp }, class: a } ]
                """))).singleElement().satisfies(problem -> assertThat(problem.line())
                .isEqualTo("rules[0].class: a; must be a class with a queue, this one is made of others;"
                        + " name one of the classes below it"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shaper: { rate: 1Mbit }, queue: fifo",
                "queue: { discipline: cake, rate: 1Mbit }",
                "scheduler: { discipline: htb, classes: [ { name: x, rate: 1Mbit, queue: fifo } ] }"
            })
    void whatHoldsPacketsBackMayStandOnlyBelowStrictPriority(String part) {
        String file =
                "{ node: n, links: [ { name: wan, rate: 10Mbit, scheduler: %s, classes: [ { name: a%s, %s } ] } ],"
                        + " default: %s }";
        String leaf = part.contains("x,") ? "x" : "a";

        assertThat(problems(file.formatted("drr", "", part, leaf)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.value()).endsWith("below drr"));
        assertThat(Policy.parse("t", file.formatted("priq", ", priority: 1", part, leaf))
                        .queueNames())
                .containsExactly(leaf);
    }

    @Test
    void ruleThatAnEarlierOneCoversIsAWarningThatNamesIt() {
        Policy policy = Policy.parse("test", tree("""
                      - { name: a, rate: 1Mbit, queue: fifo }
                      - { name: b, rate: 1Mbit, queue: fifo }
                      - { name: c, rate: 1Mbit, queue: fifo }
                hosts: { mail: [10.2.0.0/16, 10.3.0.0/16] }
                rules:
                  - { match: { source: 10.0.0.0/8, protocol: tcp }, class: a }
                  - { match: { source: mail, protocol: tcp, sourcePort: 25 }, class: b }
                  - { match: { source: mail, protocol: udp }, class: c }
                default: a
                """));

        assertThat(policy.warnings()).extracting(YamlProblem::path).containsExactly("rules[1]", "class b");
        assertThat(policy.warnings().get(0).bound()).contains("rules[0]");
        assertThat(policy.view().rules().get(1).shadowedBy()).isEqualTo("rules[0]");
    }

    @Test
    void ceilingOfAClassWithNobodyToBorrowFromIsAWarning() {
        Policy policy = Policy.parse("test", tree("""
                      - { name: a, rate: 1Mbit, ceil: 2Mbit, queue: fifo }
                      - { name: b, rate: 1Mbit, queue: fifo }
                      - name: c
                        rate: 1Mbit
                        classes: [ { name: d, rate: 500kbit, ceil: 1Mbit, queue: fifo } ]
                rules:
                  - { match: { protocol: tcp }, class: a }
                  - { match: { protocol: udp }, class: b }
                default: d
                """));

        assertThat(policy.warnings()).singleElement().satisfies(warning -> assertThat(warning.line())
                .startsWith("class a: ceil 2Mbit at the top; must be its rate, 1Mbit"));
    }

    @Test
    void secondQueueOfTheShortFormThatIsNeverReachedIsAWarning() {
        Policy policy = Policy.parse("test", """
                node: n
                queues:
                  - { name: a, policer: { rate: 1Mbit, burst: 2000B } }
                  - { name: b, match: { protocol: tcp }, policer: { rate: 1Mbit, burst: 2000B } }
                """);

        assertThat(policy.warnings()).extracting(YamlProblem::path).containsExactly("queues[1]");
    }

    @Test
    void unitsOfEveryKindAreReadAndShownWithWhatIsComputed() {
        Policy policy = Policy.parse("test", """
                node: n
                lengthAccounting: { overhead: 8, mpu: 0, cell: atm }
                links: [ { name: adsl, rate: 500kbit, queue: { discipline: codel, target: 20ms, limit: 50p, ecn: off } } ]
                default: adsl
                """);

        PolicyView.Place queue =
                policy.view().links().get(0).below().get(0).below().get(0);
        assertThat(queue.values())
                .contains(
                        new PolicyView.Value("target", "20ms", 20_000_000L, "nanos", false),
                        new PolicyView.Value("limit", "50p", 50L, "packets", false),
                        new PolicyView.Value("ecn", "off", false, "", false));
        assertThat(queue.values())
                .anySatisfy(value -> assertThat(value.isComputed()).isTrue());
        // 1508 bytes fill 32 cells of 53.
        assertThat(policy.mtuBytes()).isEqualTo(32 * 53);
        assertThat(policy.lengthAccounting()).isEqualTo(LengthAccounting.ON_WIRE);
    }

    @Test
    void deepAndAliasedYamlIsAProblemAndNothingWorse() {
        assertThat(problems("node: n\nlinks: " + "[".repeat(5_000))).isNotEmpty();
        assertThat(problems("node: n\nlinks: &a [ *a ]\n")).isNotEmpty();
        assertThat(problems("node: n\nlinks: [ 1, [], null, {}, { name: x, scheduler: [], queue: [] } ]\n"))
                .isNotEmpty();
        assertThat(problems("node: n\nhosts: [1]\nsubscribers: 3\nrules: {}\ninterfaces: {}\nlinks: {}\n"))
                .isNotEmpty();
    }

    @Test
    void listsThatPairIntoTooManyCombinationsAreAProblemOfTheFile() {
        StringBuilder file = new StringBuilder("node: n\nhosts:\n");
        for (int set = 1; set <= 2; set++) {
            file.append("  h%d: [".formatted(set));
            for (int i = 0; i < 1_100; i++) {
                // Every other network, so that no two make one.
                file.append("%s%d%d.%d.0.0/24".formatted(i == 0 ? "" : ", ", set, i / 128, i % 128 * 2));
            }
            file.append("]\n");
        }
        file.append("""
                links: [ { name: wan, queue: fifo } ]
                default: wan
                rules: [ { match: { source: h1, destination: h2 }, class: wan } ]
                """);

        assertThat(problems(file.toString())).singleElement().satisfies(problem -> assertThat(problem.path())
                .isEqualTo("rules"));
    }

    private static QueuePolicy queue(Policy policy, String name) {
        return policy.queues().stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String tree(String classes) {
        return "node: n\nlinks:\n  - name: wan\n    rate: 10Mbit\n    scheduler: htb\n    classes:\n" + classes;
    }

    private static List<YamlProblem> problems(String yaml) {
        return catchThrowableOfType(PolicyException.class, () -> Policy.parse("test", yaml))
                .problems();
    }
}
