// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.Lab;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.node.NodeClock;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.NodeEnds;
import io.sojourn.node.ShaperNode;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What a node in the lab tells, against what the lab itself counts. */
class LabSamplesTest {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final Policy SHAPER = Policy.parse("test", """
            node: lab
            queues:
              - { name: box, shaper: { rate: 20Mbit, burst: 10000B, limit: 83p } }
            """);

    private static final Plan PLAN = Dumbbell.linux(
                    TcpSettings.Algorithm.RENO,
                    new HopPlan.Box("box", SHAPER.links().get(0).root(), ClassChooser.only("box"), SHAPER.lengthRule()))
            .withTime(5 * SECOND_NANOS, 0)
            .plan();

    @Test
    void samplesOfANodeInTheLabAddUpToWhatTheLabsOwnBoxCounts() {
        Outcome outcome = Lab.run(PLAN);
        HopOutcome box = outcome.hop("box");
        List<SampleBatch> batches = samples();

        assertThat(batches).hasSize(5);
        assertThat(batches.get(0).startMillis()).isEqualTo(EPOCH_MILLIS);
        assertThat(sum(batches, QueueSample::offeredPackets)).isEqualTo(box.offeredPackets());
        assertThat(sum(batches, sample -> sample.drops().tail())).isEqualTo(box.droppedPackets(DropCause.TAIL));
        assertThat(sum(batches, QueueSample::dataPackets))
                .isEqualTo(outcome.flows().stream()
                        .mapToLong(flow -> flow.sentPackets())
                        .sum());
        assertThat(sum(batches, QueueSample::retransmittedPackets))
                .isEqualTo(outcome.flows().stream()
                        .mapToLong(flow -> flow.resentPackets())
                        .sum());
        assertThat(sum(batches, sample -> sample.rttMicros().count()))
                .isEqualTo(outcome.group(Dumbbell.FLOWS).rtt().count());
    }

    @Test
    void sendersTellWhatANodeDoesNotSee() {
        QueueSample sample = samples().get(4).queues().get(0);
        double p50 = sample.rttMicros().quantile(0.5).orElseThrow();

        // 5 ms of path, and what the packets waited.
        assertThat(p50).isCloseTo(5_000 + sample.sojournMicros().quantile(0.5).orElseThrow(), within(2_000.0));
        assertThat(sample.rttFloorMicros().count()).isEqualTo(10);
        assertThat(sample.rttFloorMicros().max())
                .isLessThanOrEqualTo(sample.rttMicros().max());
        assertThat(sample.activeFlows()).isEqualTo(4);
        assertThat(sample.advertisedWindowBytes()).isEqualTo(4 * 44 * 1_448);
        // Little's law: what is in flight arrives in a round-trip time.
        assertThat(sample.inflightBytes().doubleValue())
                .isCloseTo(sample.sentPackets() * 1_448 * p50 / 1e6, within(20_000.0));
        List<FlowSample> flows = samples().get(4).flows();
        assertThat(flows.stream().mapToLong(FlowSample::minRttMicros).min().orElseThrow())
                .isBetween(5_000L, 6_000L);
        FlowSample flow = flows.get(0);
        assertThat(flow.mssBytes()).isEqualTo(1_448);
        assertThat(flow.congestionControl()).isEqualTo("reno");
        assertThat(flow.dataPackets()).isPositive();
    }

    @Test
    void nodeThatTheLabsHostsAnswerToTellsWhatABoxOfTheLabTells() throws IOException {
        List<SampleBatch> batches = new ArrayList<>();
        LabSource source = new LabSource(PLAN, "box", SHAPER, EPOCH_MILLIS * 1_000_000);
        ShaperNode[] node = new ShaperNode[1];
        SampleSink sink = new SampleSink() {
            @Override
            public void batch(SampleBatch batch) {
                // The sixth is of the second in which it is stopped.
                if (batches.size() < 5) {
                    batches.add(batch);
                } else {
                    node[0].stop();
                }
            }

            @Override
            public void reject(Reject reject) {
                throw new AssertionError(reject.line());
            }
        };
        node[0] = new ShaperNode(
                NodeConfig.once(), SHAPER, source, NodeEnds.of(source.completing(sink)), NodeClock.system());
        node[0].run();

        // Events of one nanosecond may come in another order, and losses with them: not the same packet by packet.
        List<SampleBatch> ofABox = samples();
        assertThat(batches.stream().map(SampleBatch::startMillis))
                .isEqualTo(ofABox.stream().map(SampleBatch::startMillis).toList());
        assertThat(sum(batches, QueueSample::offeredPackets))
                .isCloseTo(sum(ofABox, QueueSample::offeredPackets), withinPercentage(1));
        assertThat(sum(batches, QueueSample::dataPackets))
                .isCloseTo(sum(ofABox, QueueSample::dataPackets), withinPercentage(1));
        assertThat(sum(batches, sample -> sample.drops().tail()))
                .isCloseTo(sum(ofABox, sample -> sample.drops().tail()), withinPercentage(20));
        assertThat(sum(batches, sample -> sample.rttMicros().sum()))
                .isCloseTo(sum(ofABox, sample -> sample.rttMicros().sum()), withinPercentage(2));
    }

    private static List<SampleBatch> samples() {
        List<SampleBatch> batches = new ArrayList<>();
        LabSamples.run(PLAN, Map.of("box", new LabSamples.As("lab", SHAPER)), EPOCH_MILLIS, batches::add);
        return batches;
    }

    private static long sum(List<SampleBatch> batches, ToLongFunction<QueueSample> count) {
        return batches.stream()
                .flatMap(batch -> batch.queues().stream())
                .mapToLong(count)
                .sum();
    }
}
