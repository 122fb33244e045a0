// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Weighted random early detection: RED with one average and thresholds of its own for each IP precedence (the first
 * three bits of the DS field) or, for the code points of assured forwarding, for each drop precedence (RFC 2597).
 *
 * <p>Source: Cisco IOS, "Congestion avoidance: WRED": weight 2<sup>-9</sup>, minimum {@code (1/2 + precedence/20)} of
 * the maximum (20, 22, ... 34 of 40), mark probability 1/10; minimum of drop precedence low, medium, high 16/20, 14/20
 * and 12/20 of it (32, 28, 24). Not gentle: above the maximum everything is dropped.
 */
public final class Wred extends EarlyQueue {
    private static final int PRECEDENCES = 8;
    private static final List<String> DROP_PRECEDENCES = List.of("Low", "Medium", "High");

    public static final Parameter LIMIT = Fifo.LIMIT;
    public static final Parameter MAX = Parameter.computed(
            "max",
            Unit.PACKETS,
            1,
            1_000_000,
            (before, link) -> before.has(LIMIT) ? Math.max(1, before.value(LIMIT) / 2) : 1,
            "average at which maxProbability is reached and above which all is dropped; half of limit");
    public static final Parameter MAX_PROBABILITY = Parameter.of(
            "maxProbability", Unit.RATIO, 1, Fraction.PARTS, 100_000_000, "part that is dropped just below max; 10 %");
    public static final Parameter BY_DROP_PRECEDENCE = Parameter.onOff(
            "byDropPrecedence", false, "judge assured forwarding by its drop precedence, not by IP precedence");

    /** {@code min0} to {@code min7}, by precedence, then {@code minLow}, {@code minMedium}, {@code minHigh}. */
    public static final List<Parameter> MINIMA = Stream.concat(
                    IntStream.range(0, PRECEDENCES).mapToObj(Wred::ofPrecedence),
                    IntStream.range(0, DROP_PRECEDENCES.size()).mapToObj(Wred::ofDropPrecedence))
            .toList();

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "wred",
            "https://www.cisco.com/c/en/us/td/docs/ios-xml/ios/qos_conavd/configuration/xe-16/"
                    + "qos-conavd-xe-16-book.html",
            "RED that drops packets of lower precedence first",
            Stream.concat(
                            Stream.of(LIMIT, MAX, MAX_PROBABILITY, BY_DROP_PRECEDENCE),
                            Stream.concat(
                                    MINIMA.stream(),
                                    Stream.of(
                                            EarlyQueue.weight(Fraction.PARTS / 512, "1/512"),
                                            EarlyQueue.PACKET_TIME,
                                            Limits.ECN,
                                            Limits.LIMIT_BYTES)))
                    .toList(),
            Wred::check,
            Wred::new);

    private final PacketStore packets;
    private final RedCurve[] curves = new RedCurve[MINIMA.size()];
    private boolean isByDropPrecedence;

    public Wred(Settings settings, Surroundings around) {
        super(settings, around);
        packets = around.packets();
        for (int i = 0; i < curves.length; i++) {
            curves[i] = new RedCurve();
        }
        setCurves(settings);
    }

    @Override
    RedCurve curve(int packet) {
        int dscp = packets.dscp(packet);
        return curves[isByDropPrecedence && isAssured(dscp) ? PRECEDENCES - 1 + dropPrecedence(dscp) : dscp >> 3];
    }

    @Override
    void setCurves(Settings settings) {
        isByDropPrecedence = settings.isOn(BY_DROP_PRECEDENCE);
        for (int i = 0; i < curves.length; i++) {
            int minPackets = settings.intValue(MINIMA.get(i));
            curves[i].set(minPackets, settings.intValue(MAX), settings.value(MAX_PROBABILITY), false);
        }
    }

    /** RFC 2597 section 6: AFxy, class x from 1 to 4 and drop precedence y from 1 to 3, is code point 8x + 2y. */
    private static boolean isAssured(int dscp) {
        int trafficClass = dscp >> 3;
        return trafficClass >= 1 && trafficClass <= 4 && (dscp & 1) == 0 && dropPrecedence(dscp) > 0;
    }

    private static int dropPrecedence(int dscp) {
        return (dscp >> 1) & 3;
    }

    private static Parameter ofPrecedence(int precedence) {
        String meaning = "average below which precedence " + precedence + " is not dropped";
        return minimum("min" + precedence, 10 + precedence, meaning);
    }

    private static Parameter ofDropPrecedence(int index) {
        String word = DROP_PRECEDENCES.get(index);
        String meaning = "average below which AFx" + (index + 1) + " is not dropped, if byDropPrecedence";
        return minimum("min" + word, 16 - 2 * index, meaning);
    }

    private static Parameter minimum(String name, int twentiethsOfMax, String meaning) {
        return Parameter.computed(
                name,
                Unit.PACKETS,
                0,
                1_000_000,
                (before, link) -> before.has(MAX) ? before.value(MAX) * twentiethsOfMax / 20 : 0,
                meaning);
    }

    private static List<Problem> check(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Limits.problems(settings, link));
        for (Parameter min : MINIMA) {
            EarlyQueue.checkOrder(settings, min, MAX, problems);
        }
        EarlyQueue.checkLimit(settings, MAX, LIMIT, problems);
        return problems;
    }
}
