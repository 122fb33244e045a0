// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.Analyst;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.node.policy.Policy;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a network of the lab is what the samples of a node in it are found to say. */
class LabVerdictsTest {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void lineThatLosesOnePercentByChanceIsRandomLoss(long seed) {
        assertThat(longest(net(seed, "shaper: { rate: 50Mbit, burst: 25000B, limit: 1000p }", 4, 40, 0.01, 0)))
                .isEqualTo(Cause.RANDOM_LOSS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void queueOfTenPacketsForAHundredMillisecondsOfPathIsUndersized(long seed) {
        assertThat(longest(net(seed, "shaper: { rate: 20Mbit, burst: 10000B, limit: 10p }", 1, 100, 0, 0)))
                .isEqualTo(Cause.UNDERSIZED_QUEUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void policerIsNeverTakenForRandomLoss(long seed) {
        assertThat(causes(net(seed, "policer: { rate: 20Mbit, burst: 62500B }", 4, 20, 0, 0)))
                .contains(Cause.POLICED)
                .doesNotContain(Cause.RANDOM_LOSS, Cause.UNDERSIZED_QUEUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void queueThatStandsIsBloatedAndNeitherUndersizedNorLossy(long seed) {
        assertThat(causes(net(seed, "shaper: { rate: 20Mbit, burst: 10000B, limit: 300p }", 4, 20, 0, 0)))
                .contains(Cause.BUFFERBLOAT)
                .doesNotContain(Cause.RANDOM_LOSS, Cause.UNDERSIZED_QUEUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void floodThatFillsAQueueIsUnfairToItsFlows(long seed) {
        assertThat(longest(net(seed, "shaper: { rate: 20Mbit, burst: 10000B, limit: 83p }", 4, 20, 0, 16_000_000)))
                .isEqualTo(Cause.UNFAIR);
    }

    /** @param lossRatio of the line behind the node */
    static List<Finding> net(
            long seed, String queue, int flows, long rttMillis, double lossRatio, long floodBitsPerSecond) {
        Policy policy = Policy.parse("test", """
                node: lab
                queues:
                  - { name: box, %s }
                """.formatted(queue));
        TcpSettings tcp = TcpSettings.linux(TcpSettings.Algorithm.RENO).withWindowSegments(2_000);
        Plan plan = new Dumbbell(
                        seed,
                        20 * SECOND_NANOS,
                        0,
                        flows,
                        1_000_000_000,
                        rttMillis * 1_000_000,
                        new Traffic.Bulk(tcp, null),
                        new HopPlan.Box(
                                "box", policy.links().get(0).root(), ClassChooser.only("box"), policy.lengthRule()),
                        floodBitsPerSecond)
                .plan();
        return findings(lossy(plan, lossRatio), policy);
    }

    private static Plan lossy(Plan plan, double lossRatio) {
        List<HopPlan> hops = plan.hops().stream()
                .map(hop -> hop instanceof HopPlan.Line line && line.name().equals("there")
                        ? (HopPlan) line.withLoss(lossRatio)
                        : hop)
                .toList();
        return new Plan(plan.seed(), plan.durationNanos(), plan.warmUpNanos(), hops, plan.flows());
    }

    private static List<Finding> findings(Plan plan, Policy policy) {
        NodeFold fold = new NodeFold("lab", FoldRules.defaults(), Inventory.NONE);
        Analyst analyst = new Analyst();
        List<SampleBatch> batches = new ArrayList<>();
        LabSamples.run(plan, Map.of("box", new LabSamples.As("lab", policy)), EPOCH_MILLIS, batches::add);
        for (SampleBatch batch : batches) {
            fold.accept(batch).windows().forEach(analyst::window);
            analyst.batch(batch);
        }
        fold.flush().windows().forEach(analyst::window);
        return analyst.finish();
    }

    static Cause longest(List<Finding> findings) {
        return Analyst.verdicts(findings).get("lab/box").cause();
    }

    private static List<Cause> causes(List<Finding> findings) {
        return findings.stream().map(Finding::cause).distinct().toList();
    }
}
