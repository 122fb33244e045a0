// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Figures by the table of docs/53-metrics.md, from the components of a window. */
final class FigureReference {
    /** Tested with the worked numbers of their sources. */
    static final Set<String> ELSEWHERE = Set.of(
            "standingRatio",
            "pdvMicros",
            "bloatGrade",
            "bloatScale",
            "qualityWeb",
            "qualityVideoCall",
            "qualityStreaming");

    private final Map<String, Object> window;

    private FigureReference(Map<String, Object> window) {
        this.window = window;
    }

    /** @param window its components, and the base of its round-trip times */
    static Map<String, Object> of(Map<String, Object> window) {
        return new FigureReference(window).figures();
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        Double mean = (Double) window.get("throughputMeanBitsPerSecond");
        Long link = number("linkBitsPerSecond");
        figures.put("linkUtilisationRatio", link == null ? null : (Double) (mean / link));
        figures.put("throughputP95BitsPerSecond", nearestRank(sketch("cellBitsPerSecond")));
        figures.put("packetsPerSecond", 1_000.0 * number("sentPackets") / number("coveredMillis"));
        putDrops(figures, (DropCounts) window.get("drops"));
        putBacklog(figures, (QueueSettings) window.get("settings"));
        putTimes(figures);
        putShares(figures);
        return figures;
    }

    private void putDrops(Map<String, Object> figures, DropCounts drops) {
        Long offered = number("offeredPackets");
        figures.put("policedRatio", Sum.ratio(drops.policed(), offered));
        figures.put("tailDropRatio", Sum.ratio(drops.tail(), offered));
        figures.put("aqmDropRatio", Sum.ratio(drops.aqm(), offered));
        figures.put("limitDropRatio", Sum.ratio(drops.limit(), offered));
    }

    private void putBacklog(Map<String, Object> figures, QueueSettings settings) {
        figures.put("backlogMeanPackets", quotient("backlogPacketMillis", "backlogMillis"));
        figures.put("backlogMeanBytes", quotient("backlogByteMillis", "backlogMillis"));
        Double packets = over(number("backlogPeakPackets"), settings.limitPackets());
        figures.put(
                "backlogLimitRatio",
                packets != null ? packets : over(number("backlogPeakBytes"), settings.limitBytes()));
    }

    private void putTimes(Map<String, Object> figures) {
        Sketch loaded = sketch("rttLoadedMicros");
        Long base = number("baseRttMicros");
        Quantiles quantiles = Quantiles.of(loaded);
        Double middle = quantiles.p50() != null
                ? quantiles.p50()
                : (Double) loaded.mean().orElse(0);
        figures.put("sojournMicros", Quantiles.of(sketch("sojournMicros")));
        figures.put("rttMicros", Quantiles.of(sketch("rttMicros")));
        figures.put("rttLoadedMicros", quantiles);
        figures.put("ipdvMicros", Quantiles.of(sketch("ipdvMicros")));
        figures.put("baseRttMicros", base);
        figures.put("rttIncreaseMicros", loaded.isEmpty() || base == null ? null : (Double) Math.max(0, middle - base));
        figures.put(
                "pseudoRpm",
                loaded.count() < Quantiles.leastCount(2)
                        ? null
                        : (Double) (60_000_000 / loaded.trimmedMean(0.95).orElseThrow()));
    }

    private void putShares(Map<String, Object> figures) {
        Double squared = (Double) window.get("flowBytesSquared");
        Long flowBytes = number("flowBytes");
        figures.put(
                "fairnessRatio",
                squared == null || squared == 0
                        ? null
                        : (Double) ((double) flowBytes * flowBytes / (number("flowCount") * squared)));
        figures.put("aboveCommittedRatio", Sum.ratio(number("aboveCommittedMillis"), number("ratedMillis")));
        figures.put("above80Ratio", Sum.ratio(number("above80Millis"), number("ratedMillis")));
        figures.put("above95Ratio", Sum.ratio(number("above95Millis"), number("ratedMillis")));
        figures.put(
                "coverageRatio",
                Math.min(1, (double) number("queueMillis") / (number("sizeMillis") * number("expectedQueues"))));
        figures.put("rttCoverageRatio", Sum.ratio(number("rttFlowBytes"), number("sentBytes")));
    }

    /** The value of rank ceil(0.95 n), counted from 1, as near as its bin tells. */
    private static Double nearestRank(Sketch sketch) {
        if (sketch.isEmpty()) {
            return null;
        }
        long left = -Math.floorDiv(-95 * sketch.count(), 100) - sketch.zeros();
        if (left <= 0) {
            return 0.0;
        }
        for (var bin : sketch.bins()) {
            left -= bin.count();
            if (left <= 0) {
                double gamma = 1.01 / 0.99;
                double value = 2 * Math.pow(gamma, bin.index()) / (gamma + 1);
                return Math.max(sketch.min(), Math.min(sketch.max(), value));
            }
        }
        throw new IllegalStateException("ranks of " + sketch);
    }

    private Double quotient(String part, String base) {
        return over(number(part), number(base));
    }

    private static Double over(Long part, Long base) {
        return part == null || base == null || base == 0 ? null : (Double) ((double) part / base);
    }

    private Long number(String name) {
        return (Long) window.get(name);
    }

    private Sketch sketch(String name) {
        return (Sketch) window.get(name);
    }
}
