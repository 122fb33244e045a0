// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Random early detection: drops or marks arrivals with a probability that grows with the average length of the queue.
 *
 * <p>Source: Floyd, Jacobson, "Random early detection gateways for congestion avoidance" (1993); RFC 2309; defaults of
 * tc-red(8), in packets where Linux counts bytes. Above all thresholds packets are dropped and not marked, as RFC 3168
 * section 7 has it; Linux does so with {@code harddrop} only.
 */
public final class Red extends EarlyQueue {
    public static final Parameter LIMIT = Parameter.computed(
            "limit", Unit.PACKETS, 1, 1_000_000, Red::fifthOfASecond, "most packets that wait; 200 ms, at least 60");
    public static final Parameter MAX = Parameter.computed(
            "max",
            Unit.PACKETS,
            1,
            1_000_000,
            (before, link) -> Math.max(1, valueOr(before, LIMIT, 4) / 4),
            "average at which maxProbability is reached; a quarter of limit");
    public static final Parameter MIN = Parameter.computed(
            "min",
            Unit.PACKETS,
            0,
            1_000_000,
            (before, link) -> valueOr(before, MAX, 0) / 3,
            "average below which nothing is dropped; a third of max");
    public static final Parameter MAX_PROBABILITY = Parameter.of(
            "maxProbability", Unit.RATIO, 1, Fraction.PARTS, 20_000_000, "part that is dropped at max; 2 %");
    public static final Parameter GENTLE =
            Parameter.onOff("gentle", true, "from max to twice max ever more is dropped, rather than all from max on");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "red",
            "https://www.icir.org/floyd/papers/red/red.html",
            "drops arrivals at random, the more the longer the queue is on average",
            List.of(
                    LIMIT,
                    MAX,
                    MIN,
                    MAX_PROBABILITY,
                    EarlyQueue.weight(2_000_000, "0.002"),
                    EarlyQueue.PACKET_TIME,
                    GENTLE,
                    Limits.ECN,
                    Limits.LIMIT_BYTES),
            Red::check,
            Red::new);

    private final RedCurve curve = new RedCurve();

    public Red(Settings settings, Surroundings around) {
        super(settings, around);
        setCurves(settings);
    }

    @Override
    RedCurve curve(int packet) {
        return curve;
    }

    @Override
    void setCurves(Settings settings) {
        curve.set(
                settings.intValue(MIN), settings.intValue(MAX), settings.value(MAX_PROBABILITY), settings.isOn(GENTLE));
    }

    /** tc-red(8): {@code max} a quarter of {@code limit}, which is then 50 ms of queue. */
    private static long fifthOfASecond(Settings before, LinkFacts link) {
        return Math.max(60, Math.min(10_000, link.rateBitsPerSecond() / 8 / 5 / 1500));
    }

    private static long valueOr(Settings settings, Parameter parameter, long otherwise) {
        return settings.has(parameter) ? settings.value(parameter) : otherwise;
    }

    private static List<Problem> check(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Limits.problems(settings, link));
        EarlyQueue.checkOrder(settings, MIN, MAX, problems);
        EarlyQueue.checkLimit(settings, MAX, LIMIT, problems);
        return problems;
    }
}
