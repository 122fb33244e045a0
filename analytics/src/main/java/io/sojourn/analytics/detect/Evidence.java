// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The names of the numbers behind findings, and the list of them; a value that is not finite is left out. */
public final class Evidence {
    public static final String OFFERED_PACKETS = "offeredPackets";
    public static final String COVERED_SECONDS = "coveredSeconds";
    public static final String THROUGHPUT = "throughputBitsPerSecond";
    /** Of the seconds with traffic the one in the middle: idle seconds before a run do not lower it. */
    public static final String THROUGHPUT_P50 = "throughputP50BitsPerSecond";

    public static final String UTILISATION = "utilisationRatio";
    public static final String POLICED_RATIO = "policedRatio";
    public static final String DROP_RATIO = "dropRatio";
    public static final String LOSS_RATIO = "lossRatio";
    public static final String RETRANSMIT_RATIO = "retransmitRatio";
    public static final String UNRESPONSIVE_RATIO = "unresponsiveRatio";
    public static final String RTT_P50 = "rttP50Millis";
    public static final String RTT_P95 = "rttP95Millis";
    public static final String BASE_RTT = "baseRttMillis";
    public static final String SOJOURN_P50 = "sojournP50Millis";
    public static final String SOJOURN_P95 = "sojournP95Millis";
    public static final String STANDING = "standingRatio";
    public static final String INFLATION = "delayIncreaseMillis";
    public static final String BLOAT_GRADE = "bloatGrade";
    public static final String PD_CODE = "policerTestCode";
    public static final String RHO = "rho";
    public static final String INFLATED_LOSSES = "inflatedLossRatio";
    public static final String LT_BW = "longTermBitsPerSecond";
    public static final String ACTIVE_FLOWS = "activeFlows";
    public static final String WINDOW_BYTES = "advertisedWindowBytes";
    public static final String INFLIGHT_BYTES = "inflightBytes";
    public static final String WINDOW_LIMITED_FLOWS = "windowLimitedFlows";
    /** 1 when a node of ours conditions the queue, else 0. */
    public static final String CONDITIONED = "conditioned";

    /** Data that came after later data and was not sent again, over data. */
    public static final String REORDERED_RATIO = "reorderedRatio";

    public static final String DELAY_GAP = "delayGapMillis";
    public static final String REORDER_DEPTH = "reorderDepthPackets";
    /** Lost on the path outside this queue. */
    public static final String ELSEWHERE_RATIO = "lostElsewhereRatio";
    /** How far losses are from coming by chance, over how far chance may go, see {@link Dispersion}. */
    public static final String DISPERSION = "lossDispersionExcess";
    /** The limit of the queue over what one or many flows need, see {@link Undersized}. */
    public static final String LIMIT_RATIO = "limitOverNeedRatio";

    private final List<Measure> measures = new ArrayList<>();

    void add(String name, double value, String base) {
        if (Double.isFinite(value)) {
            measures.add(new Measure(name, value, base));
        }
    }

    void add(String name, OptionalDouble value, double scale, String base) {
        value.ifPresent(known -> add(name, known * scale, base));
    }

    /** How much speaks for a cause, and what speaks least: {@code randomLossScore}. */
    static Measure score(Suspicion suspicion) {
        Measure weakest = suspicion.weakest().measure();
        return new Measure(
                camelCase(suspicion.cause().name()) + "Score",
                suspicion.score(),
                String.format(
                        Locale.ROOT,
                        "0 to 1, raised at 0.5, held at 0.25; least %s %.4g, %s",
                        weakest.name(),
                        weakest.value(),
                        weakest.base()));
    }

    private static String camelCase(String constant) {
        StringBuilder name = new StringBuilder();
        boolean upper = false;
        for (int i = 0; i < constant.length(); i++) {
            char c = constant.charAt(i);
            if (c != '_') {
                name.append(upper ? c : Character.toLowerCase(c));
            }
            upper = c == '_';
        }
        return name.toString();
    }

    List<Measure> measures() {
        return List.copyOf(measures);
    }

    /** The measure of this name in a list, if it is there. */
    public static Optional<Measure> find(List<Measure> measures, String name) {
        return measures.stream().filter(measure -> measure.name().equals(name)).findFirst();
    }

    /** The value of this name in a list; 0 when it is not there. */
    public static double value(List<Measure> measures, String name) {
        return find(measures, name).map(Measure::value).orElse(0.0);
    }
}
