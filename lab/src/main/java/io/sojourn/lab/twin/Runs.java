// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Lab;
import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.List;

/** The simulations behind a forecast: some seeds each of Reno and CUBIC between Linux hosts. */
final class Runs {
    static final int PACKET_IP_BYTES = 1_500;
    /** With timestamps, as Linux sends it. */
    static final int PAYLOAD_BYTES = 1_448;

    private static final List<TcpSettings.Algorithm> ALGORITHMS =
            List.of(TcpSettings.Algorithm.RENO, TcpSettings.Algorithm.LINUX_CUBIC);

    private static final String BOX = "box";
    private static final String PATH = "there";
    /** Bursts come in at the speed of a fast link: the box is the bottleneck. */
    private static final long ACCESS_BITS_PER_SECOND = 1_000_000_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Runs() {}

    /**
     * How long a run is: twenty full round trips and 2 s to settle, then forty and 8 s are measured, and some thousand
     * packets at least. On a fast link both are cut, to 150 000 packets in all, but for thirty round trips without a queue.
     */
    record Length(long warmUpNanos, long measuredNanos) {
        private static final long WARM_UP_NANOS = 2 * NANOS_PER_SECOND;
        private static final long LONGEST_WARM_UP_NANOS = 30 * NANOS_PER_SECOND;
        private static final long MEASURED_NANOS = 8 * NANOS_PER_SECOND;
        private static final long LEAST_MEASURED_NANOS = NANOS_PER_SECOND;
        private static final long LONGEST_NANOS = 120 * NANOS_PER_SECOND;
        private static final long WARM_UP_ROUNDS = 20;
        private static final long ROUNDS = 40;
        private static final long LEAST_ROUNDS = 10;
        /** A run measures at least the first and, time allowing, at most the second number of packets. */
        private static final long LEAST_PACKETS = 2_000;

        private static final long MOST_PACKETS = 100_000;

        /**
         * @param baseNanos round trip without a queue
         * @param loadedNanos with a full one
         * @param packetNanos time that a packet takes at the rate
         */
        static Length of(long baseNanos, long loadedNanos, long packetNanos) {
            long settled = Math.max(WARM_UP_NANOS, WARM_UP_ROUNDS * loadedNanos);
            long warmUp = Math.min(Math.min(settled, LONGEST_WARM_UP_NANOS), MOST_PACKETS / 2 * packetNanos);
            long wanted = Math.max(Math.max(MEASURED_NANOS, ROUNDS * loadedNanos), LEAST_PACKETS * packetNanos);
            long affordable = Math.max(LEAST_MEASURED_NANOS, MOST_PACKETS * packetNanos);
            return new Length(
                    Math.max(warmUp, WARM_UP_ROUNDS * baseNanos),
                    Math.min(LONGEST_NANOS, Math.max(Math.min(wanted, affordable), LEAST_ROUNDS * baseNanos)));
        }
    }

    /** @param seeds runs of each congestion control */
    static List<Outcome> of(TwinInput input, int seeds) {
        List<Outcome> outcomes = new ArrayList<>();
        for (TcpSettings.Algorithm algorithm : ALGORITHMS) {
            for (int i = 0; i < seeds; i++) {
                outcomes.add(Lab.run(plan(input, algorithm, input.seed() + i)));
            }
        }
        return outcomes;
    }

    /** Clean round-trip times of the flows. */
    static DelayStats rtt(Outcome outcome) {
        return outcome.group(Dumbbell.FLOWS).rtt();
    }

    static double goodputBitsPerSecond(Outcome outcome) {
        return outcome.group(Dumbbell.FLOWS).goodputBitsPerSecond();
    }

    static double lossRatio(Outcome outcome) {
        return outcome.hop(BOX).lossRatio();
    }

    /**
     * Whether Reno gets from one loss to the next within what is measured: half a window of round trips, one segment more
     * in each (RFC 5681, section 3.1). If not, a run has seen a part of the way only, and which part is chance. Flows that
     * their receivers hold back before they lose anything settle at once.
     */
    static boolean settle(TwinInput input) {
        long held = baseNanos(input) / packetNanos(input) + input.box().standingPackets();
        if (windowPackets(input.load()) <= held) {
            return true;
        }
        return held / input.load().flows() / 2 * fullNanos(input)
                <= length(input).measuredNanos();
    }

    /** Round-trip time with a full queue, or with all that the receivers' windows let stand in it. */
    static long fullNanos(TwinInput input) {
        long standing = Math.min(input.box().standingPackets(), windowPackets(input.load()));
        return baseNanos(input) + standing * packetNanos(input);
    }

    /** Whether its queue holds what the path does, so that flows which halve their windows still fill the link. */
    static boolean queueHoldsThePath(TwinInput input) {
        return input.box().standingPackets() >= baseNanos(input) / packetNanos(input);
    }

    private static long baseNanos(TwinInput input) {
        Long rttMicros = input.load().baseRttMicros();
        return rttMicros == null ? 0 : rttMicros * 1_000;
    }

    private static long packetNanos(TwinInput input) {
        return input.packetBytes() * 8L * NANOS_PER_SECOND / input.box().rateBitsPerSecond();
    }

    private static long windowPackets(TwinInput.Load load) {
        return load.flows() * windowSegments(load);
    }

    private static Length length(TwinInput input) {
        return Length.of(baseNanos(input), fullNanos(input), packetNanos(input));
    }

    private static Plan plan(TwinInput input, TcpSettings.Algorithm algorithm, long seed) {
        Plan plan = dumbbell(input, algorithm, seed).plan();
        double loss = input.load().elsewhereLossRatio();
        return loss > 0 ? withLoss(plan, loss) : plan;
    }

    private static Plan withLoss(Plan plan, double lossRatio) {
        List<HopPlan> hops = plan.hops().stream()
                .map(hop -> hop instanceof HopPlan.Line line && hop.name().equals(PATH) ? lossy(line, lossRatio) : hop)
                .toList();
        return new Plan(plan.seed(), plan.durationNanos(), plan.warmUpNanos(), hops, plan.flows());
    }

    private static HopPlan lossy(HopPlan.Line line, double lossRatio) {
        HopPlan.Conditions before = line.conditions();
        return new HopPlan.Line(
                line.name(),
                new HopPlan.Conditions(
                        before.rateBitsPerSecond(), before.delayNanos(), before.jitterNanos(), lossRatio),
                line.overheadBytes(),
                line.limitPackets(),
                line.hostNanos(),
                line.keepsOrder(),
                line.changes());
    }

    private static Dumbbell dumbbell(TwinInput input, TcpSettings.Algorithm algorithm, long seed) {
        long rate = input.box().rateBitsPerSecond();
        Double share = input.load().unresponsiveRatio();
        Length length = length(input);
        return new Dumbbell(
                seed,
                length.warmUpNanos() + length.measuredNanos(),
                length.warmUpNanos(),
                (int) input.load().flows(),
                Math.max(ACCESS_BITS_PER_SECOND, 4 * rate),
                baseNanos(input),
                traffic(input.load(), algorithm),
                new HopPlan.Box(
                        BOX,
                        input.box().part(),
                        input.box().classes(),
                        new LengthRule(input.overheadBytes(), 0, LengthRule.Cells.NONE)),
                share == null ? 0 : (long) (share * rate * PACKET_IP_BYTES / input.packetBytes()));
    }

    private static Traffic.Bulk traffic(TwinInput.Load load, TcpSettings.Algorithm algorithm) {
        Long offered = load.offeredBitsPerSecond();
        return new Traffic.Bulk(
                TcpSettings.linux(algorithm).withWindowSegments(windowSegments(load)),
                offered == null ? null : (Long) Math.max(1, offered / load.flows()));
    }

    private static int windowSegments(TwinInput.Load load) {
        Long window = load.windowBytesPerFlow();
        long segments = window == null ? TcpSettings.WINDOW_DEFAULT_SEGMENTS : window / PAYLOAD_BYTES;
        return (int) Math.max(1, Math.min(segments, TcpSettings.WINDOW_DEFAULT_SEGMENTS));
    }
}
