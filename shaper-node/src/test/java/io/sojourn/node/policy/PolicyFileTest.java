// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sojourn.node.Policies;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyFileTest {
    @Test
    void fileOfTheReadmeIsReadWithItsUnits() {
        Policy policy = Policy.parse("edge-1.yaml", """
                node: edge-1
                lengthAccounting: ethernet
                queues:
                  - name: wan0
                    match: { destination: 10.77.2.0/24, protocol: tcp, destinationPort: 5201 }
                    policer: { rate: 20Mbit, burst: 625000B }
                    bounds: { rate: [10Mbit, 40Mbit] }
                  - name: lan0
                    shaper: { rate: 50Mbit, burst: 20000B, limit: 200p, limitBytes: 300000B }
                """);

        assertThat(policy.node()).isEqualTo("edge-1");
        assertThat(policy.lengthAccounting()).isEqualTo(LengthAccounting.ETHERNET);
        assertThat(policy.queueNames()).containsExactly("wan0", "lan0");
        QueuePolicy wan = policy.queues().get(0);
        assertThat(wan.settings().discipline()).isEqualTo(Discipline.POLICER);
        assertThat(wan.settings().rateBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(wan.settings().burstBytes()).isEqualTo(625_000);
        assertThat(policy.choice().rules().get(0).match())
                .isEqualTo("destination 10.77.2.0/24, protocol tcp, destinationPort 5201");
        assertThat(wan.bounds().rateBitsPerSecond()).isEqualTo(new SettingBounds.Bound(10_000_000, 40_000_000));
        QueuePolicy lan = policy.queues().get(1);
        assertThat(policy.choice().rules().get(1).match()).isEqualTo("any");
        assertThat(lan.settings().limitPackets()).isEqualTo(200);
        assertThat(lan.settings().limitBytes()).isEqualTo(300_000);
    }

    @Test
    void rateMayGoFromHalfOfThePolicysRateToAllOfItUnlessTheFileSaysOtherwise() {
        SettingBounds bounds = Policies.policer().queues().get(0).bounds();

        assertThat(bounds.rateBitsPerSecond()).isEqualTo(new SettingBounds.Bound(10_000_000, 20_000_000));
    }

    @Test
    void boundsOfTheFileHoldForEveryQueueAndThoseOfAQueueOverThem() {
        Policy policy = Policy.parse("test", """
                node: n
                bounds: { rate: [1Mbit, 100Mbit], limit: [1p, 50p] }
                queues:
                  - { name: a, policer: { rate: 20Mbit, burst: 2000B } }
                  - { name: b, policer: { rate: 20Mbit, burst: 2000B }, bounds: { rate: [20Mbit, 30Mbit] } }
                """);

        assertThat(policy.queues().get(0).bounds().rateBitsPerSecond().high()).isEqualTo(100_000_000);
        assertThat(policy.queues().get(1).bounds().rateBitsPerSecond().low()).isEqualTo(20_000_000);
        assertThat(policy.queues().get(1).bounds().limitPackets().high()).isEqualTo(50);
    }

    @Test
    void allProblemsAreToldAtOnceEachWithPathValueBoundAndMend() {
        List<YamlProblem> problems = problems("""
                nod: edge-1
                lengthAccounting: fcs
                queues:
                  - name: wan0
                    match: { destination: 10.77.2.1/24, protocol: tpc }
                    policer: { rate: 20bps, burst: 100B }
                  - name: wan0
                    shaper: { rate: 50Mbit, burst: 20000B }
                  - { name: c, shaper: { rate: 1Mbit, burst: 2000B, limit: 5p }, policer: { rate: 1Mbit } }
                """);

        assertThat(problems.stream().map(YamlProblem::path))
                .containsExactlyInAnyOrder(
                        "nod",
                        "node",
                        "lengthAccounting",
                        "queues[0].match.destination",
                        "queues[0].match.protocol",
                        "queues[0].policer.rate",
                        "queues[0].policer.burst",
                        "queues[1].name",
                        "queues[1].shaper",
                        "queues[2]",
                        "queues[2].policer.burst");
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.value()).isNotBlank();
            assertThat(problem.bound()).isNotBlank();
            assertThat(problem.mend()).isNotBlank();
        });
    }

    @Test
    void unknownKeyNamesTheNearestKnownOne() {
        List<YamlProblem> problems = problems("""
                node: n
                queues:
                  - { name: a, shapr: { rate: 1Mbit }, policer: { rate: 1Mbit, brust: 2000B, burst: 2000B } }
                """);

        assertThat(problems.stream().map(YamlProblem::mend))
                .containsExactlyInAnyOrder("did you mean shaper?", "did you mean burst?");
    }

    @Test
    void queueOutsideTheBoundsOfItsOwnFileIsAProblem() {
        assertThat(problems("""
                node: n
                bounds: { rate: [1Mbit, 10Mbit] }
                queues: [ { name: a, policer: { rate: 20Mbit, burst: 2000B } } ]
                """))
                .extracting(YamlProblem::line)
                .containsExactly("bounds.rate: from 1Mbit to 10Mbit; must be around the rate of a, 20Mbit;"
                        + " widen the bounds, or change the rate");
    }

    @Test
    void burstOfOneByteLessThanAPacketIsRefusedAndOfOnePacketTaken() {
        String file = "{ node: n, queues: [ { name: a, policer: { rate: 1Mbit, burst: %dB } } ] }";

        assertThat(problems(file.formatted(1_513))).singleElement().satisfies(problem -> assertThat(problem.bound())
                .contains("1514B"));
        assertThat(Policy.parse("t", file.formatted(1_514)).queueNames()).containsExactly("a");
    }

    @Test
    void secondQueueOfTheSameNameIsAProblem() {
        assertThat(problems("""
                node: n
                queues:
                  - { name: a, policer: { rate: 1Mbit, burst: 2000B } }
                  - { name: a, policer: { rate: 1Mbit, burst: 2000B } }
                """)).singleElement().satisfies(problem -> assertThat(problem.path())
                .isEqualTo("queues[1].name"));
    }

    @Test
    void whatIsNoYamlNamesItsLine() {
        assertThat(problems("node: n\nqueues: [ {\n")).singleElement().satisfies(problem -> assertThat(problem.path())
                .startsWith("line "));
    }

    @Test
    void keyThatIsWrittenTwiceIsAProblem() {
        assertThat(problems("node: a\nnode: b\nlinks: [ { name: a, queue: fifo } ]\n"))
                .extracting(YamlProblem::line)
                .containsExactly("line 2: node; must be written once in its mapping; take one of the two away");
    }

    @Test
    void emptyFileAndListOnTopAreProblemsAndNothingWorse() {
        assertThat(problems("")).isNotEmpty();
        assertThat(problems("- a\n- b\n")).isNotEmpty();
        assertThat(problems("node: n\nqueues: [ 1, [], null ]\n")).isNotEmpty();
    }

    private static List<YamlProblem> problems(String yaml) {
        return catchThrowableOfType(PolicyException.class, () -> Policy.parse("test", yaml))
                .problems();
    }
}
