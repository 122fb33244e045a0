// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.Steps;
import io.sojourn.lab.measure.Sums;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The charts of one case. A chart that would have nothing on it is left out. */
final class Charts {
    private static final double NANOS_PER_MILLI = 1e6;
    /** Rates of a curve, or a few more: with more, curves of several flows are a thicket. */
    private static final int RATES = 60;

    /** One packet on its way through a line is not a queue. */
    private static final int A_QUEUE = 2;

    private final String title;
    private final String caseName;
    private final Series series;

    Charts(String title, String caseName, Series series) {
        this.title = title;
        this.caseName = caseName;
        this.series = series;
    }

    /** By kind, which ends the file's name. */
    Map<String, String> svgs() {
        Map<String, String> svgs = new LinkedHashMap<>();
        put(svgs, "rate", rate(), "Mbit/s");
        put(svgs, "packets", packets(), "packet number");
        put(svgs, "rtt", roundTrips(), "round-trip time, ms");
        put(svgs, "queue", queues(), "packets");
        return svgs;
    }

    private static void put(Map<String, String> svgs, String kind, Chart chart, String yTitle) {
        if (!chart.isEmpty()) {
            svgs.put(kind, chart.svg(yTitle));
        }
    }

    private Chart chart(String what) {
        return new Chart(title, caseName + ": " + what);
    }

    private static double end(Steps steps) {
        return (steps.fromNanos() + steps.count() * steps.stepNanos()) / 1e9;
    }

    private Chart rate() {
        Points points = Points.joined();
        Set<String> names = new LinkedHashSet<>();
        Steps steps = series.steps();
        int together = Math.max(1, steps.count() / RATES);
        for (Series.Curve curve : series.curves()) {
            names.add(label(curve));
            addRates(points, curve, together);
        }
        return chart("payload delivered, mean of " + millis(together * steps.stepSeconds()))
                .time(0, end(steps))
                .series(names, Palette.SERIES, "color")
                .lines(points);
    }

    /** The last steps are left out when they are too few for a mean. */
    private static void addRates(Points points, Series.Curve curve, int together) {
        Sums bytes = curve.deliveredBytes();
        for (int step = 0; step + together <= bytes.steps().count(); step += together) {
            long sum = 0;
            for (int i = step; i < step + together; i++) {
                sum += bytes.sum(i);
            }
            double middle = (bytes.steps().seconds(step) + bytes.steps().seconds(step + together - 1)) / 2;
            points.add(
                    Points.ONE_PANEL,
                    label(curve),
                    middle,
                    sum * 8 / 1e6 / (together * bytes.steps().stepSeconds()));
        }
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f ms", seconds * 1e3);
    }

    private static String label(Series.Curve curve) {
        return curve.flows() == 1 ? curve.name() : curve.name() + " (" + curve.flows() + " flows)";
    }

    private Chart roundTrips() {
        Points points = Points.joined();
        Set<String> names = new LinkedHashSet<>();
        for (Series.Curve curve : series.curves()) {
            if (curve.rttNanos().peak() > 0) {
                names.add(label(curve));
                points.add(Points.ONE_PANEL, label(curve), curve.rttNanos(), NANOS_PER_MILLI, 0);
            }
        }
        return chart("round-trip time, least and greatest of every "
                        + millis(series.steps().stepSeconds()))
                .time(0, end(series.steps()))
                .series(names, Palette.SERIES, "color")
                .lines(points);
    }

    private Chart queues() {
        Points points = Points.joined();
        Set<String> names = new LinkedHashSet<>();
        Steps steps = series.steps();
        for (Series.HopSeries hop : series.hops()) {
            if (hop.backlogPackets().peak() >= A_QUEUE) {
                names.add(hop.name());
                points.add("waiting", hop.name(), hop.backlogPackets(), 1, 0);
            }
        }
        for (Series.HopSeries hop : series.hops()) {
            if (hop.droppedPackets().total() > 0) {
                names.add(hop.name());
                addDrops(points, "dropped in " + millis(steps.stepSeconds()), hop);
            }
        }
        return chart("queue length")
                .time(0, end(steps))
                .series(names, Palette.SERIES, "color")
                .panels(points.panels(), 1)
                .lines(points);
    }

    private static void addDrops(Points points, String panel, Series.HopSeries hop) {
        Sums drops = hop.droppedPackets();
        for (int step = 0; step < drops.steps().count(); step++) {
            points.add(panel, hop.name(), drops.steps().seconds(step), drops.sum(step));
        }
    }

    /** The staircase. Numbers are counted from the first packet delivered in it. */
    private Chart packets() {
        Points lines = Points.joined();
        Points again = Points.single();
        int panels = 0;
        for (Series.CloseUp closeUp : series.closeUps()) {
            if (closeUp.sent().peak() > 0) {
                panels++;
                add(lines, again, closeUp);
            }
        }
        Chart chart = chart("packets of " + panels + (panels == 1 ? " flow" : " flows") + ", close up");
        if (panels == 0) {
            return chart;
        }
        Steps steps = series.closeUps().get(0).sent().steps();
        return chart.time(steps.fromNanos() / 1e9, end(steps))
                .series(List.of("sent", "delivered", "sent again"), Palette.PACKETS, "color")
                .panels(panels, 2)
                .lines(lines)
                .dots(again);
    }

    private static void add(Points lines, Points again, Series.CloseUp closeUp) {
        long first = closeUp.delivered().least(0);
        lines.add(closeUp.flow(), "sent", closeUp.sent(), 1, first);
        lines.add(closeUp.flow(), "delivered", closeUp.delivered(), 1, first);
        again.add(closeUp.flow(), "sent again", closeUp.again(), 1, first);
    }
}
