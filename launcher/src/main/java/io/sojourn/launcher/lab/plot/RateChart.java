// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the busiest hop sent, beside the rate that it is set to, and what each flow got. */
final class RateChart {
    private static final String FLOWS = "each flow's payload delivered";
    /** With a set rate further above what was sent, that would be a line on the ground. */
    private static final double FAR_ABOVE = 2;

    private final Series series;
    private final Optional<Series.HopSeries> busiest;

    RateChart(Series series) {
        this.series = series;
        this.busiest = series.hops().stream()
                .filter(hop -> hop.sentBytes().total() > 0)
                .max(Comparator.comparingDouble(RateChart::load)
                        .thenComparingLong(hop -> hop.sentBytes().total()));
    }

    /** Of the rate it is set to; 0 when there is none. */
    private static double load(Series.HopSeries hop) {
        return hop.rateBitsPerSecond().isEmpty()
                ? 0
                : (double) hop.sentBytes().total() / hop.rateBitsPerSecond().getAsLong();
    }

    /** Greatest rate of the busiest hop in Mbit/s, the set rate included. */
    double hopTop() {
        return busiest.map(hop -> Math.max(greatest(hop.sentBytes()), setMegabits(hop)))
                .orElse(0.0);
    }

    /** Greatest rate of a flow in Mbit/s. */
    double flowTop() {
        return series.curves().stream()
                .mapToDouble(curve -> greatest(curve.deliveredBytes()))
                .max()
                .orElse(0);
    }

    /** The set rate, unless it is far above what was sent; 0 then. */
    private static double setMegabits(Series.HopSeries hop) {
        double megabits = hop.rateBitsPerSecond().orElse(0) / 1e6;
        return megabits > FAR_ABOVE * greatest(hop.sentBytes()) ? 0 : megabits;
    }

    private static double greatest(Sums bytes) {
        double greatest = 0;
        for (int step = 0; step < bytes.steps().count(); step++) {
            greatest = Math.max(greatest, megabits(bytes, step));
        }
        return greatest;
    }

    private static double megabits(Sums bytes, int step) {
        return bytes.sum(step) * 8 / 1e6 / bytes.steps().stepSeconds();
    }

    /** Axes reach as far as they do in the other cases, so that pictures can be laid side by side. */
    Chart chart(Heading heading, String caseName, RateScale scale) {
        Points lines = Points.joined();
        Points levels = Points.single();
        List<String> names = new ArrayList<>();
        List<String> colors = new ArrayList<>();
        List<String> panels = new ArrayList<>();
        for (Series.Curve curve : series.curves()) {
            colors.add(Palette.SERIES.get(names.size() % Palette.SERIES.size()));
            names.add(Labels.of(curve));
            add(lines, FLOWS, Labels.of(curve), curve.deliveredBytes());
        }
        busiest.ifPresent(hop -> {
            String panel = hop.name() + " sent, all flows";
            panels.add(panel);
            names.add(panel);
            colors.add(Palette.TOTAL);
            add(lines, panel, panel, hop.sentBytes());
            double set = setMegabits(hop);
            if (set > 0) {
                String name = String.format(Locale.ROOT, "%s is set to %.4g Mbit/s", hop.name(), set);
                names.add(name);
                colors.add(Palette.SET);
                levels.add(panel, name, 0.0, set);
            }
        });
        panels.add(FLOWS);
        String step = Labels.millis(series.steps().stepSeconds());
        Chart chart = new Chart(heading, caseName + ": rate, mean of " + step, panels, 1, 0, Labels.end(series.steps()))
                .series(names, colors)
                .lines(lines)
                .levels(levels)
                .reach(FLOWS, scale.flowTop());
        return busiest.isEmpty() ? chart : chart.reach(panels.get(0), scale.hopTop());
    }

    private static void add(Points points, String panel, String name, Sums bytes) {
        for (int step = 0; step < bytes.steps().count(); step++) {
            points.add(panel, name, bytes.steps().seconds(step), megabits(bytes, step));
        }
    }
}
