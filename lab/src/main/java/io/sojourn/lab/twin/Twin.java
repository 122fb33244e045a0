// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Lab;
import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Forecasts what a setting would do, by running it in virtual time against closed-loop senders with the measured
 * round-trip time, flow count and windows: {@value #SEEDS} seeds each of Reno and CUBIC between Linux hosts.
 *
 * <p>A pure function; the same input gives the same forecast. Some 0.05 s of CPU at 20 Mbit/s, 1 s at
 * 1 Gbit/s.
 *
 * <p>Error: each range is widened by what the model missed recorded runs of a Linux kernel by: goodput 3 %, delay 10 %,
 * loss a factor of 1.5 and a tenth of a percentage point.
 *
 * <p>Not modelled, so not in the range: short flows, BBR, loss and delay elsewhere on the path, acknowledgments that
 * are lost. Where the model cannot be trusted there is no forecast, but a reason.
 */
public final class Twin {
    /** Runs of each congestion control. */
    static final int SEEDS = 4;

    private static final List<TcpSettings.Algorithm> ALGORITHMS =
            List.of(TcpSettings.Algorithm.RENO, TcpSettings.Algorithm.LINUX_CUBIC);

    private static final String BOX = "box";
    /** More flows than this are as many. */
    private static final int FLOWS_LIMIT = 64;

    private static final long RATE_LOW_BITS_PER_SECOND = 64_000;
    private static final long RATE_HIGH_BITS_PER_SECOND = 1_000_000_000;
    private static final long RTT_LIMIT_MICROS = 1_000_000;
    private static final double UNRESPONSIVE_LIMIT = 0.5;
    private static final int PACKET_IP_BYTES = 1_500;
    private static final double PAYLOAD_BYTES = 1_460;
    private static final double PAYLOAD_WITHOUT_TIMESTAMPS = PAYLOAD_BYTES / 1_448;

    // How far the model may be from a kernel; see the comparison with recorded runs among the tests.
    private static final double GOODPUT_ERROR = 0.03;
    private static final double DELAY_ERROR = 0.10;
    private static final double LOSS_ERROR = 0.5;
    private static final double LOSS_FLOOR = 0.001;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long WARM_UP_NANOS = 2 * NANOS_PER_SECOND;
    private static final long MEASURED_NANOS = 8 * NANOS_PER_SECOND;
    private static final long LEAST_MEASURED_NANOS = 2 * NANOS_PER_SECOND;
    private static final long LONGEST_NANOS = 120 * NANOS_PER_SECOND;
    /** A run measures at least the first and, time allowing, at most the second number of packets. */
    private static final long LEAST_PACKETS = 2_000;

    private static final long MOST_PACKETS = 250_000;

    private Twin() {}

    /** Forecasts a setting, or says why not. */
    public static TwinForecast predict(TwinInput input) {
        Optional<String> refusal = refusal(input);
        if (refusal.isPresent()) {
            return new TwinForecast.Refused(refusal.get());
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (TcpSettings.Algorithm algorithm : ALGORITHMS) {
            for (int i = 0; i < SEEDS; i++) {
                outcomes.add(
                        Lab.run(dumbbell(input, algorithm, input.seed() + i).plan()));
            }
        }
        if (outcomes.stream().anyMatch(outcome -> rtt(outcome).count() == 0)) {
            return new TwinForecast.Refused("no acknowledgment came back in a run of "
                    + input.flows() + " flows at rateBitsPerSecond="
                    + input.box().rateBitsPerSecond());
        }
        return forecast(input, outcomes);
    }

    private static TwinForecast forecast(TwinInput input, List<Outcome> outcomes) {
        TwinForecast.Between goodput =
                between(outcomes, outcome -> outcome.group(Dumbbell.FLOWS).goodputBitsPerSecond(), GOODPUT_ERROR);
        TwinForecast.Between loss =
                between(outcomes, outcome -> outcome.hop(BOX).lossRatio(), LOSS_ERROR);
        return new TwinForecast.Predicted(
                new TwinForecast.Between(
                        goodput.low(), Math.min(mostGoodput(input), goodput.high() * PAYLOAD_WITHOUT_TIMESTAMPS)),
                notBelow(input, between(outcomes, outcome -> rtt(outcome).p50Micros() / 1e3, DELAY_ERROR)),
                notBelow(input, between(outcomes, outcome -> rtt(outcome).p95Micros() / 1e3, DELAY_ERROR)),
                new TwinForecast.Between(Math.max(0, loss.low() - LOSS_FLOOR), Math.min(1, loss.high() + LOSS_FLOOR)),
                outcomes.size());
    }

    /** The model's error does not lift goodput above what the rate carries, or above what there is to send. */
    private static double mostGoodput(TwinInput input) {
        int packetBytes = PACKET_IP_BYTES + input.overheadBytes();
        double carried = input.box().rateBitsPerSecond() * PAYLOAD_BYTES / packetBytes;
        Long offered = input.offeredBitsPerSecond();
        return offered == null ? carried : Math.min(carried, offered);
    }

    /** Nor does it take delay below the path's own. */
    private static TwinForecast.Between notBelow(TwinInput input, TwinForecast.Between delayMillis) {
        Long rttMicros = input.baseRttMicros();
        double leastMillis = rttMicros == null ? 0 : rttMicros / 1e3;
        return new TwinForecast.Between(Math.max(leastMillis, delayMillis.low()), delayMillis.high());
    }

    private static Optional<String> refusal(TwinInput input) {
        Long rttMicros = input.baseRttMicros();
        if (rttMicros == null || rttMicros < 1) {
            return Optional.of("baseRttMicros is not known; without a queue-free round-trip time there is no model");
        }
        if (rttMicros > RTT_LIMIT_MICROS) {
            return Optional.of(above("baseRttMicros", rttMicros, RTT_LIMIT_MICROS));
        }
        if (input.flows() < 1 || input.flows() > FLOWS_LIMIT) {
            return Optional.of("flows=" + input.flows() + " is not from 1 to " + FLOWS_LIMIT);
        }
        Double unresponsive = input.unresponsiveRatio();
        if (unresponsive != null && unresponsive > UNRESPONSIVE_LIMIT) {
            return Optional.of(above("unresponsiveRatio", unresponsive, UNRESPONSIVE_LIMIT)
                    + ": most of the traffic does not answer to the setting");
        }
        return boxRefusal(input);
    }

    private static Optional<String> boxRefusal(TwinInput input) {
        long rate = input.box().rateBitsPerSecond();
        if (rate > RATE_HIGH_BITS_PER_SECOND) {
            return Optional.of(above("rateBitsPerSecond", rate, RATE_HIGH_BITS_PER_SECOND) + ": too slow to simulate");
        }
        if (rate < RATE_LOW_BITS_PER_SECOND) {
            return Optional.of("rateBitsPerSecond=" + rate + " < " + RATE_LOW_BITS_PER_SECOND + ": too few packets");
        }
        int packetBytes = PACKET_IP_BYTES + input.overheadBytes();
        if (input.box().depthBytes() < packetBytes) {
            return Optional.of("depthBytes=" + input.box().depthBytes() + " < " + packetBytes
                    + ": no full packet would ever pass");
        }
        return Optional.empty();
    }

    private static String above(String name, Object value, Object bound) {
        return name + "=" + value + " > " + bound;
    }

    private static Dumbbell dumbbell(TwinInput input, TcpSettings.Algorithm algorithm, long seed) {
        Long rttMicros = input.baseRttMicros();
        long rttNanos = rttMicros == null ? 0 : rttMicros * 1_000;
        long rate = input.box().rateBitsPerSecond();
        int packetBytes = PACKET_IP_BYTES + input.overheadBytes();
        Double share = input.unresponsiveRatio();
        long warmUp = Math.max(WARM_UP_NANOS, 20 * rttNanos);
        long packetNanos = packetBytes * 8L * NANOS_PER_SECOND / rate;
        return new Dumbbell(
                seed,
                warmUp + measuredNanos(rttNanos, packetNanos),
                warmUp,
                (int) input.flows(),
                // Bursts come in at the speed of a fast link: the box is the bottleneck.
                Math.max(RATE_HIGH_BITS_PER_SECOND, 4 * rate),
                rttNanos,
                traffic(input, algorithm),
                box(input),
                share == null ? 0 : (long) (share * rate * PACKET_IP_BYTES / packetBytes));
    }

    private static HopPlan.Box box(TwinInput input) {
        return new HopPlan.Box(
                BOX,
                input.box().part(),
                ClassChooser.only(input.box().className()),
                new LengthRule(input.overheadBytes(), 0, LengthRule.Cells.NONE));
    }

    private static Traffic.Bulk traffic(TwinInput input, TcpSettings.Algorithm algorithm) {
        TcpSettings linux = TcpSettings.linux(algorithm);
        Long window = input.windowBytesPerFlow();
        Long offered = input.offeredBitsPerSecond();
        long segments = window == null ? TcpSettings.WINDOW_DEFAULT_SEGMENTS : window / linux.payloadBytes();
        long within = Math.max(1, Math.min(segments, TcpSettings.WINDOW_DEFAULT_SEGMENTS));
        return new Traffic.Bulk(
                linux.withWindowSegments((int) within),
                offered == null ? null : (Long) Math.max(1, offered / input.flows()));
    }

    private static DelayStats rtt(Outcome outcome) {
        return outcome.group(Dumbbell.FLOWS).rtt();
    }

    private static long measuredNanos(long rttNanos, long packetNanos) {
        long wanted = Math.max(Math.max(MEASURED_NANOS, 40 * rttNanos), LEAST_PACKETS * packetNanos);
        long affordable = Math.max(LEAST_MEASURED_NANOS, MOST_PACKETS * packetNanos);
        return Math.min(LONGEST_NANOS, Math.min(wanted, affordable));
    }

    /** From the lowest to the highest run, and beyond by the model's own error: a factor of {@code 1 + error}. */
    private static TwinForecast.Between between(List<Outcome> outcomes, ToDoubleFunction<Outcome> value, double error) {
        var runs = outcomes.stream().mapToDouble(value).summaryStatistics();
        return new TwinForecast.Between(runs.getMin() / (1 + error), runs.getMax() * (1 + error));
    }
}
