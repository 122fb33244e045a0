// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.Sketch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every number that a judgement rests on, with its base in words. */
record EvidenceOf(Horizon horizon, LossView loss, DelayView delay, PolicerInference inference) {
    List<Measure> measures() {
        Evidence evidence = new Evidence();
        traffic(evidence);
        losses(evidence);
        order(evidence);
        delays(evidence);
        policer(evidence);
        windows(evidence);
        return evidence.measures();
    }

    private void traffic(Evidence evidence) {
        double seconds = horizon.coveredMillis() / 1e3;
        evidence.add(Evidence.OFFERED_PACKETS, horizon.offeredPackets(), "in the horizon");
        evidence.add(Evidence.COVERED_SECONDS, seconds, "of the horizon");
        evidence.add(Evidence.THROUGHPUT, horizon.throughputBitsPerSecond(), "sent, over " + seconds + " s");
        if (horizon.medianThroughputBitsPerSecond() > 0) {
            evidence.add(Evidence.THROUGHPUT_P50, horizon.medianThroughputBitsPerSecond(), "sent, median second");
        }
        @Nullable Long set = horizon.settings().rateBitsPerSecond();
        if (set != null) {
            evidence.add(Evidence.UTILISATION, horizon.throughputBitsPerSecond() / set, "of " + set + " bit/s set");
        }
        evidence.add(Evidence.CONDITIONED, horizon.isConditioned() ? 1 : 0, "1 when a node of ours owns the queue");
    }

    private void losses(Evidence evidence) {
        String offered = "of " + loss.offeredPackets() + " packets offered";
        boolean counted = horizon.settings().discipline() != Discipline.UNKNOWN
                || horizon.drops().total() > 0;
        if (counted) {
            evidence.add(Evidence.POLICED_RATIO, loss.policedRatio(), offered + ", by counter");
            evidence.add(Evidence.DROP_RATIO, loss.dropRatio(), offered + ", by counter");
        }
        evidence.add(Evidence.LOSS_RATIO, loss.trailRatio(), offered + ", by trail");
        if (loss.dataPackets() > 0) {
            evidence.add(
                    Evidence.RETRANSMIT_RATIO, loss.retransmitRatio(), "of " + loss.dataPackets() + " data packets");
        }
        evidence.add(Evidence.UNRESPONSIVE_RATIO, horizon.unresponsiveRatio(), "of the bytes offered");
    }

    private void order(Evidence evidence) {
        evidence.add(
                Evidence.REORDERED_RATIO,
                horizon.reorderedRatio(),
                1,
                horizon.reorderedPackets() + " of " + horizon.dataPackets() + " data packets");
        if (horizon.reorderedPackets() >= Reordered.LEAST) {
            evidence.add(
                    Evidence.DELAY_GAP,
                    Reordered.gapMillis(horizon),
                    1,
                    "at most: round-trip times from the 5th to the 95th percentile");
            evidence.add(
                    Evidence.REORDER_DEPTH,
                    Reordered.depthPackets(horizon),
                    1,
                    "at most: packets sent in the delay gap");
        }
    }

    private void delays(Evidence evidence) {
        Sketch rtt = horizon.rttMicros();
        String times = "of " + rtt.count() + " clean round-trip times";
        evidence.add(Evidence.RTT_P50, rtt.quantile(0.5), 1e-3, times);
        evidence.add(Evidence.RTT_P95, rtt.quantile(0.95), 1e-3, times);
        if (delay.pathRttMicros() > 0) {
            evidence.add(Evidence.BASE_RTT, delay.pathRttMicros() / 1e3, "least of ten minutes");
        }
        Sketch sojourn = horizon.sojournMicros();
        evidence.add(Evidence.SOJOURN_P50, sojourn.quantile(0.5), 1e-3, "of " + sojourn.count() + " packets sent");
        evidence.add(Evidence.SOJOURN_P95, sojourn.quantile(0.95), 1e-3, "of " + sojourn.count() + " packets sent");
        String kind = delay.isSojourn() ? "sojourn time above " : "round-trip time above base + ";
        evidence.add(
                Evidence.STANDING,
                delay.standing(),
                1,
                "of " + delay.floorMicros().count() + " buckets of 100 ms, " + kind
                        + Math.round(delay.thresholdMicros()) + " us");
        evidence.add(Evidence.INFLATION, delay.increaseMillis(), 1, "median above base");
        delay.increaseMillis()
                .ifPresent(millis -> evidence.add(
                        Evidence.BLOAT_GRADE,
                        List.of(BloatGrade.values()).indexOf(BloatGrade.of(millis)),
                        BloatGrade.SCALE + " grade " + BloatGrade.of(millis).text() + ", 0 is A+ and 5 is F"));
    }

    private void policer(Evidence evidence) {
        if (inference.equals(PolicerInference.NONE)) {
            return;
        }
        evidence.add(Evidence.PD_CODE, inference.test().code().number(), "PD-C over the loss trails, 0 is policed");
        evidence.add(Evidence.RHO, inference.rho(), "rise before losses over bucket / rate; below 0.25 a policer");
        evidence.add(Evidence.INFLATED_LOSSES, inference.inflatedRatio(), "of the losses with a delay before them");
        evidence.add(Evidence.LT_BW, inference.longTermBitsPerSecond(), 1, "two lossy seconds within an eighth");
    }

    private void windows(Evidence evidence) {
        if (horizon.activeFlows() > 0) {
            evidence.add(Evidence.ACTIVE_FLOWS, horizon.activeFlows(), "median second");
        }
        if (horizon.advertisedWindowBytes() > 0) {
            evidence.add(Evidence.WINDOW_BYTES, horizon.advertisedWindowBytes(), "sum over flows, median second");
            evidence.add(Evidence.INFLIGHT_BYTES, horizon.inflightBytes(), "sum over flows of medians, median second");
            evidence.add(Evidence.WINDOW_LIMITED_FLOWS, horizon.windowLimitedFlows(), "median second");
        }
    }
}
