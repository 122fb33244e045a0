// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A recorded run of real TCP, as it left its sender, played through our conditioners. The recorded policer had 20 Mbit/s
 * and 625 000 bytes, counted Ethernet frames, and lost 2953 of the 36 378 data packets.
 */
class RecordedCaptureTest {
    private static final double RECORDED_DROPS = 2_953;

    @Test
    void recordedSenderLosesAtOurPolicerWhatItLostAtTheRecordedOneToTwoPercent() throws IOException {
        KeptEnds ends = play(Policies.policer(), NodeConfig.once());

        long dropped = ends.sum("wan0", sample -> sample.drops().policed());
        assertThat(dropped / RECORDED_DROPS).isCloseTo(1, within(0.02));
        assertThat(ends.sum("wan0", QueueSample::sentPackets) + dropped)
                .isEqualTo(ends.sum("wan0", QueueSample::offeredPackets));
        assertThat(ends.rejects).isEmpty();
    }

    @Test
    void everyRecordedDropIsInATrailAndInAFlow() throws IOException {
        KeptEnds ends = play(Policies.policer(), NodeConfig.once());

        long dropped = ends.sum("wan0", sample -> sample.drops().policed());
        assertThat(ends.batches.stream()
                        .flatMap(batch -> batch.trails().stream())
                        .flatMap(trail -> trail.cells().stream())
                        .mapToLong(LossCell::lostPackets)
                        .sum())
                .isEqualTo(dropped);
        assertThat(ends.batches.stream()
                        .flatMap(batch -> batch.flows().stream())
                        .mapToLong(FlowSample::lostPackets)
                        .sum())
                .isEqualTo(dropped);
    }

    @Test
    void recordedPolicerMarksItselfByABucketBelowOnePacketAtEveryLoss() throws IOException {
        KeptEnds ends = play(Policies.policer(), NodeConfig.once());

        assertThat(ends.samples("wan0")).allSatisfy(sample -> {
            assertThat(sample.tokensAtLossBytes().count())
                    .isEqualTo(sample.drops().policed());
            assertThat(sample.tokensAtLossBytes().max()).isLessThan(1_514);
        });
    }

    @Test
    void sameSenderLosesAtTheTailOfAShaperSinceARecordingDoesNotSlowDown() throws IOException {
        KeptEnds ends = play(Policies.shaper("20Mbit", "20000B", "420p"), NodeConfig.once());

        assertThat(ends.sum("wan0", sample -> sample.drops().policed())).isZero();
        assertThat(ends.sum("wan0", sample -> sample.drops().tail())).isPositive();
        assertThat(ends.samples("wan0").stream()
                        .mapToLong(sample -> sample.sojournMicros().count())
                        .sum())
                .isEqualTo(ends.sum("wan0", QueueSample::sentPackets));
    }

    @Test
    void threePassesTellTheSameSecondsThreeTimesLaterEachTime() throws IOException {
        KeptEnds once = play(Policies.policer(), NodeConfig.once());
        KeptEnds thrice = play(Policies.policer(), NodeConfig.once().times(3));

        int seconds = once.batches.size();
        assertThat(thrice.batches.size()).isBetween(3 * seconds - 2, 3 * seconds);
        assertThat(thrice.sum("wan0", QueueSample::offeredPackets))
                .isEqualTo(3 * once.sum("wan0", QueueSample::offeredPackets));
        for (int i = 1; i < thrice.batches.size(); i++) {
            assertThat(thrice.batches.get(i).startMillis())
                    .isEqualTo(thrice.batches.get(i - 1).endMillis());
        }
    }

    private static KeptEnds play(Policy policy, NodeConfig config) throws IOException {
        Optional<Path> shared = TestData.shared();
        Path file = shared.orElse(Path.of("")).resolve("rig/data/A-policer-bpf.cubic/client.pcap.zst");
        assumeTrue(shared.isPresent() && Files.isReadable(file), "no recorded runs beside the project");
        KeptEnds ends = new KeptEnds();
        FakeClock clock = new FakeClock();
        new ShaperNode(config, policy, CaptureFile.open(file, clock), ends.ends(), clock).run();
        return ends;
    }
}
