// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.LinkedHashMap;
import java.util.Map;

/** Figures by the table of docs/53-metrics.md, from the components of a window. */
final class FigureReference {
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
        figures.put("throughputP95BitsPerSecond", nearestRank(ranks("cellBitsPerSecond")));
        figures.put("packetsPerSecond", 1_000.0 * number("sentPackets") / number("coveredMillis"));
        putDrops(figures, (DropCounts) window.get("drops"));
        putBacklog(figures, (QueueSettings) window.get("settings"));
        putTimes(figures);
        putShares(figures);
        putGrade(figures);
        putQuality(figures);
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
        RankedValues loaded = ranks("rttLoadedMicros");
        Long base = number("baseRttMicros");
        Double middle = middle("rttLoadedMicros");
        figures.put("standingRatio", standing((QueueSettings) window.get("settings")));
        figures.put("sojournMicros", ranks("sojournMicros").percentiles());
        figures.put("rttMicros", ranks("rttMicros").percentiles());
        figures.put("rttLoadedMicros", loaded.percentiles());
        figures.put("ipdvMicros", ranks("ipdvMicros").percentiles());
        figures.put("pdvMicros", delayVariation());
        figures.put("baseRttMicros", base);
        figures.put("rttIncreaseMicros", middle == null || base == null ? null : (Double) Math.max(0, middle - base));
        figures.put("pseudoRpm", loaded.count() < 20 ? null : (Double) (60_000_000 / loaded.meanOfLower(95)));
    }

    /** RFC 8289, sections 3.1 and 4.4: what is above 5 ms, or what is set, and above one and a half packet times. */
    private Double standing(QueueSettings settings) {
        double target = settings.targetMicros() == null ? 5_000 : settings.targetMicros();
        double packet = settings.rateBitsPerSecond() == null ? 0 : 1_514 * 8 * 1e6 / settings.rateBitsPerSecond();
        RankedValues floors = ranks("sojournFloorMicros");
        return floors.count() == 0
                ? null
                : (Double) ((double) floors.countAbove(Math.max(target, 1.5 * packet)) / floors.count());
    }

    /** RFC 5481, section 4.2. Without any measured, what the queue made: its sojourn times above their least. */
    private Quantiles delayVariation() {
        Quantiles sojourn = ranks("sojournMicros").percentiles();
        if (ranks("pdvMicros").count() > 0 || sojourn.count() == 0) {
            return ranks("pdvMicros").percentiles();
        }
        return new Quantiles(
                sojourn.count(),
                0L,
                less(sojourn.p50(), sojourn.min()),
                less(sojourn.p95(), sojourn.min()),
                less(sojourn.p99(), sojourn.min()));
    }

    private static Double less(Double value, long by) {
        return value == null ? null : (Double) (value - by);
    }

    /** The median; the mean of fewer than 20 values. */
    private Double middle(String name) {
        Quantiles percentiles = ranks(name).percentiles();
        return percentiles.p50() != null || percentiles.count() == 0
                ? percentiles.p50()
                : (Double) ((double) sketch(name).sum() / percentiles.count());
    }

    private void putGrade(Map<String, Object> figures) {
        Double increase = (Double) figures.get("rttIncreaseMicros");
        Double sojourn = number("above80Millis") > 0 ? middle("sojournMicros") : null;
        figures.put("bloatGrade", grade(increase != null ? increase : sojourn));
        figures.put(
                "bloatScale",
                increase != null
                        ? "DSLReports; RTT under load above base"
                        : sojourn != null ? "DSLReports; sojourn" : null);
    }

    private static String grade(Double micros) {
        if (micros == null) {
            return null;
        }
        double millis = micros / 1_000;
        return millis < 5
                ? "A+"
                : millis < 30 ? "A" : millis < 60 ? "B" : millis < 200 ? "C" : millis < 400 ? "D" : "F";
    }

    private void putQuality(Map<String, Object> figures) {
        RankedValues rtt = ranks("rttMicros");
        Double p90 = rtt.percentile(90, 100);
        Double p95 = rtt.percentile(95, 200);
        figures.put("qualityWeb", quality(p90, 50, 150, 0.5, 1));
        figures.put("qualityVideoCall", quality(p95, 50, 100, 0.1, 0.5));
        figures.put("qualityStreaming", quality(p95, 50, 100, 0.1, 1));
    }

    /** draft-ietf-ippm-qoo-10: from what is as good as needed, to what is of no use. */
    private Double quality(
            Double rttMicros, double goodMillis, double badMillis, double goodPercent, double badPercent) {
        Double loss = (Double) window.get(window.get("retransmitRatio") != null ? "retransmitRatio" : "dropRatio");
        if (rttMicros == null || loss == null) {
            return null;
        }
        double ofDelay = (badMillis - rttMicros / 1_000) / (badMillis - goodMillis);
        double ofLoss = (badPercent - 100 * loss) / (badPercent - goodPercent);
        return 100 * Math.min(1, Math.max(0, Math.min(ofDelay, ofLoss)));
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

    /** The value of rank ceil(0.95 n), counted from 1. */
    private static Double nearestRank(RankedValues cells) {
        return cells.count() == 0 ? null : (Double) cells.at(-Math.floorDiv(-95 * cells.count(), 100) - 1);
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

    private RankedValues ranks(String name) {
        return new RankedValues(sketch(name));
    }

    private Sketch sketch(String name) {
        return (Sketch) window.get(name);
    }
}
