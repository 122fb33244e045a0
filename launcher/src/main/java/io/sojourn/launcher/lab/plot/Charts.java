// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Envelope;
import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.Steps;
import io.sojourn.lab.measure.Sums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The charts of one case. A chart that would have nothing on it is left out. */
final class Charts {
    private static final double NANOS_PER_MILLI = 1e6;

    /** A bar at least so much of the highest is seen: about a pixel. */
    private static final double THINNEST = 0.008;

    /** One packet on its way through a line is not a queue. */
    private static final int A_QUEUE = 2;

    private final Heading heading;
    private final String caseName;
    private final Series series;

    Charts(Heading heading, String caseName, Series series) {
        this.heading = heading;
        this.caseName = caseName;
        this.series = series;
    }

    /** By kind, which ends the file's name. */
    Map<String, String> svgs(RateScale scale) {
        Map<String, String> svgs = new LinkedHashMap<>();
        put(svgs, "rate", new RateChart(series).chart(heading, caseName, scale), "Mbit/s");
        put(svgs, "packets", packets(), "packet number");
        put(svgs, "rtt", delays("round-trip time", Series.Curve::rttNanos), "round-trip time, ms");
        put(
                svgs,
                "ack",
                delays("time to acknowledge, recovery included", Series.Curve::ackNanos),
                "time to acknowledge, ms");
        put(svgs, "queue", queues(), "packets");
        return svgs;
    }

    private static void put(Map<String, String> svgs, String kind, Chart chart, String yTitle) {
        if (!chart.isEmpty()) {
            svgs.put(kind, chart.svg(yTitle));
        }
    }

    private Chart chart(String what, List<String> panels, int mostColumns, Steps steps) {
        return new Chart(
                heading, caseName + ": " + what, panels, mostColumns, steps.fromNanos() / 1e9, Labels.end(steps));
    }

    /** A panel for each flow: bands over each other would hide each other. */
    private Chart delays(String what, Function<Series.Curve, Envelope> delay) {
        List<Series.Curve> curves = series.curves().stream()
                .filter(curve -> delay.apply(curve).peak() > 0)
                .toList();
        double peak = curves.stream()
                        .mapToLong(curve -> delay.apply(curve).peak())
                        .max()
                        .orElse(0)
                / NANOS_PER_MILLI;
        Bands bands = new Bands();
        for (Series.Curve curve : curves) {
            bands.add(Labels.of(curve), Labels.of(curve), delay.apply(curve), NANOS_PER_MILLI, peak * THINNEST);
        }
        List<String> names = curves.stream().map(Labels::of).toList();
        String step = Labels.millis(series.steps().stepSeconds());
        return chart(what + ", least to greatest of every " + step, names, 2, series.steps())
                .series(names, Palette.SERIES)
                .withoutLegend()
                .bands(bands, series.steps().count())
                .onOneScale();
    }

    private Chart queues() {
        Points points = Points.joined();
        Set<String> names = new LinkedHashSet<>();
        List<String> panels = new ArrayList<>();
        Steps steps = series.steps();
        for (Series.HopSeries hop : series.hops()) {
            if (hop.backlogPackets().peak() >= A_QUEUE) {
                names.add(hop.name());
                points.add(panel(panels, "waiting"), hop.name(), hop.backlogPackets(), 1, 0);
            }
        }
        String dropped = "dropped in " + Labels.millis(steps.stepSeconds());
        for (Series.HopSeries hop : series.hops()) {
            if (hop.droppedPackets().total() > 0) {
                names.add(hop.name());
                addDrops(points, panel(panels, dropped), hop);
            }
        }
        return chart("queue length", panels, 1, steps)
                .series(names, Palette.SERIES)
                .lines(points);
    }

    private static String panel(List<String> panels, String name) {
        if (!panels.contains(name)) {
            panels.add(name);
        }
        return name;
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
        List<String> panels = new ArrayList<>();
        for (Series.CloseUp closeUp : series.closeUps()) {
            if (closeUp.sent().peak() > 0) {
                panels.add(closeUp.flow());
                add(lines, again, closeUp);
            }
        }
        if (panels.isEmpty()) {
            return chart("no packets", panels, 1, series.steps());
        }
        Steps steps = series.closeUps().get(0).sent().steps();
        return chart(closeUp(panels.size(), steps), panels, 2, steps)
                .series(List.of("sent", "delivered", "sent again"), Palette.PACKETS)
                .lines(lines)
                .dots(again);
    }

    private static String closeUp(int flows, Steps steps) {
        String seconds = String.format(Locale.ROOT, "%.3g s", steps.count() * steps.stepSeconds());
        return "packets of " + flows + (flows == 1 ? " flow" : " flows") + " close up, the first " + seconds
                + (steps.fromNanos() == 0 ? ": slow start is in it" : " after the warm-up");
    }

    private static void add(Points lines, Points again, Series.CloseUp closeUp) {
        long first = closeUp.delivered().least(0);
        lines.add(closeUp.flow(), "sent", closeUp.sent(), 1, first);
        lines.add(closeUp.flow(), "delivered", closeUp.delivered(), 1, first);
        again.add(closeUp.flow(), "sent again", closeUp.again(), 1, first);
    }
}
