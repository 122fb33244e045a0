// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.twin.TwinForecast.Between;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that stands against a forecast, each with its name, value and bound. */
final class Refusals {
    /** More flows than this are as many, and cost more. */
    static final long FLOWS_LIMIT = 64;

    /** Above the rate by so much is a run that began with a full bucket of 400 ms, or with a queue whose hole was filled. */
    private static final double FULL_AT_FIRST = 1.05;

    private static final long RATE_LOW_BITS_PER_SECOND = 64_000;
    private static final long RATE_HIGH_BITS_PER_SECOND = 1_000_000_000;
    private static final long RTT_LIMIT_MICROS = 1_000_000;
    /** What a path may hold without a queue: a run is some thirty times that. */
    private static final long PATH_LIMIT_PACKETS = 10_000;

    private static final double UNRESPONSIVE_LIMIT = 0.5;
    private static final double ELSEWHERE_LIMIT = 0.2;
    /** Fewer packets say little about loss: 1 % of them are ten. */
    private static final long LEAST_PACKETS = 1_000;

    private static final Quantity LOSS = new Quantity(
            "loss",
            "%",
            100,
            1.25,
            0.02,
            "something else on the path drops",
            "the senders hold back more than greedy ones");
    private static final Quantity MEDIAN_DELAY = new Quantity(
            "median round-trip time", "ms", 1, 1.25, 10, "packets wait elsewhere", "something keeps the queue short");
    private static final Quantity P95_DELAY = new Quantity(
            "p95 round-trip time", "ms", 1, 1.5, 20, "packets wait elsewhere", "something keeps the queue short");
    private static final Quantity GOODPUT = new Quantity(
            "goodput", "Mbit/s", 1e-6, 1.25, 0, "the rate in force is another", "something else limits the senders");

    private Refusals() {}

    /** What can be said before anything is run. */
    static Optional<String> beforehand(TwinInput input) {
        return load(input.load()).or(() -> box(input));
    }

    private static Optional<String> load(TwinInput.Load load) {
        Long rttMicros = load.baseRttMicros();
        Long packets = load.packets();
        Double unresponsive = load.unresponsiveRatio();
        if (rttMicros == null) {
            return Optional.of("baseRttMicros is not known; without a queue-free round-trip time there is no model");
        }
        if (rttMicros < 1) {
            return Optional.of("baseRttMicros=" + rttMicros + " < 1");
        }
        if (rttMicros > RTT_LIMIT_MICROS) {
            return Optional.of(above("baseRttMicros", rttMicros, RTT_LIMIT_MICROS));
        }
        if (load.flows() < 1 || load.flows() > FLOWS_LIMIT) {
            return Optional.of("flows=" + load.flows() + " is not from 1 to " + FLOWS_LIMIT);
        }
        if (packets != null && packets < LEAST_PACKETS) {
            return Optional.of("packets=" + packets + " < " + LEAST_PACKETS + ": too few were measured");
        }
        if (unresponsive != null && !(unresponsive >= 0 && unresponsive <= UNRESPONSIVE_LIMIT)) {
            return Optional.of("unresponsiveRatio=" + unresponsive + " is not from 0 to " + UNRESPONSIVE_LIMIT
                    + ": most of the traffic does not answer to the setting");
        }
        if (!(load.elsewhereLossRatio() >= 0 && load.elsewhereLossRatio() <= ELSEWHERE_LIMIT)) {
            return Optional.of("elsewhereLossRatio=" + load.elsewhereLossRatio() + " is not from 0 to "
                    + ELSEWHERE_LIMIT + ": the setting hardly matters");
        }
        return Optional.empty();
    }

    private static Optional<String> box(TwinInput input) {
        BoxSettings box = input.box();
        long rate = box.rateBitsPerSecond();
        if (rate > RATE_HIGH_BITS_PER_SECOND) {
            return Optional.of(above("rateBitsPerSecond", rate, RATE_HIGH_BITS_PER_SECOND) + ": too slow to simulate");
        }
        if (rate < RATE_LOW_BITS_PER_SECOND) {
            return Optional.of("rateBitsPerSecond=" + rate + " < " + RATE_LOW_BITS_PER_SECOND + ": too few packets");
        }
        long held = heldPackets(input);
        if (held > PATH_LIMIT_PACKETS) {
            return Optional.of("rateBitsPerSecond=" + rate + " x baseRttMicros="
                    + input.load().baseRttMicros() + " is " + held + " packets > " + PATH_LIMIT_PACKETS
                    + ": too slow to simulate");
        }
        if (box.depthBytes() < input.packetBytes()) {
            return Optional.of("depthBytes=" + box.depthBytes() + " < " + input.packetBytes()
                    + ": no full packet would ever pass");
        }
        try {
            box.part();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("no such box: " + e.getMessage());
        }
    }

    private static long heldPackets(TwinInput input) {
        Long rttMicros = input.load().baseRttMicros();
        double bits = rttMicros == null ? 0 : rttMicros / 1e6 * input.box().rateBitsPerSecond();
        return (long) (bits / 8 / input.packetBytes());
    }

    private static String above(String name, Object value, Object bound) {
        return name + "=" + value + " > " + bound;
    }

    /** What the runs themselves say against a forecast. */
    static Optional<String> afterwards(TwinInput input, List<Outcome> outcomes) {
        if (outcomes.stream().anyMatch(outcome -> Runs.rtt(outcome).count() == 0)) {
            return Optional.of(
                    "no acknowledgment came back in a run of " + input.load().flows() + " flows at rateBitsPerSecond="
                            + input.box().rateBitsPerSecond());
        }
        double most =
                outcomes.stream().mapToDouble(Runs::goodputBitsPerSecond).max().orElse(0);
        if (most > FULL_AT_FIRST * Ranges.carriedBitsPerSecond(input)) {
            return Optional.of("goodputBitsPerSecond=" + Math.round(most) + " of a run is above what rateBitsPerSecond="
                    + input.box().rateBitsPerSecond() + " carries: depthBytes="
                    + input.box().depthBytes()
                    + " outlasts it, or its queue does not settle");
        }
        return Optional.empty();
    }

    /** What the forecast of the setting in force says against the model: the present is all there is to try it on. */
    static Optional<String> unexplained(TwinInput.Present measured, TwinForecast.Predicted model) {
        return LOSS.missed(measured.lossRatio(), model.lossRatio())
                .or(() -> MEDIAN_DELAY.missed(measured.delayP50Millis(), model.delayP50Millis()))
                .or(() -> P95_DELAY.missed(measured.delayP95Millis(), model.delayP95Millis()))
                .or(() -> GOODPUT.missed(measured.goodputBitsPerSecond(), model.goodputBitsPerSecond()));
    }

    /**
     * What the model has to tell of the present, and how well.
     *
     * @param scale from the number to its unit
     * @param factor by which what was measured may be beyond the range
     * @param slack by how much besides
     * @param above what it means to measure more
     * @param below what it means to measure less
     */
    private record Quantity(
            String name, String unit, double scale, double factor, double slack, String above, String below) {
        Optional<String> missed(@Nullable Double measured, Between model) {
            if (measured == null) {
                return Optional.empty();
            }
            double low = model.low() / factor - slack;
            double high = model.high() * factor + slack;
            if (measured >= low && measured <= high) {
                return Optional.empty();
            }
            return Optional.of("it cannot explain the present: measured " + name + " " + text(measured) + " " + unit
                    + ", model " + text(model.low()) + " to " + text(model.high()) + " " + unit + " (tolerated "
                    + text(Math.max(0, low)) + " to " + text(high) + " " + unit + "): "
                    + (measured > high ? above : below));
        }

        private String text(double value) {
            return String.format(Locale.ROOT, "%.1f", value * scale);
        }
    }
}
