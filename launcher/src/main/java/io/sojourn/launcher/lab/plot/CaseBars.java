// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.GroupOutcome;
import io.sojourn.lab.measure.Outcome;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The cases of a scenario beside each other. */
final class CaseBars {
    private final String title;
    private final Map<String, Outcome> cases;

    /** @param cases in their order */
    CaseBars(String title, Map<String, Outcome> cases) {
        this.title = title;
        this.cases = cases;
    }

    /** By kind, which ends the file's name; none for a single case. */
    Map<String, String> svgs() {
        Map<String, String> svgs = new LinkedHashMap<>();
        if (cases.size() > 1) {
            put(svgs, "goodput", bars("goodput", group -> group.goodputBitsPerSecond() / 1e6), "Mbit/s");
            put(
                    svgs,
                    "delay",
                    bars(
                            "95th percentile of the round-trip time",
                            group -> group.rtt().p95Micros() / 1e3),
                    "ms");
        }
        return svgs;
    }

    private static void put(Map<String, String> svgs, String kind, Chart chart, String yTitle) {
        if (!chart.isEmpty()) {
            svgs.put(kind, chart.svg(yTitle));
        }
    }

    /** A group that has no such value in any case has no place in the legend; in the others, its bar is of no height. */
    private Chart bars(String what, ToDoubleFunction<GroupOutcome> value) {
        Set<String> groups = new LinkedHashSet<>();
        Map<String, Map<String, Double>> values = new LinkedHashMap<>();
        cases.forEach((name, outcome) -> outcome.groups().forEach(group -> {
            double height = value.applyAsDouble(group);
            if (height > 0) {
                groups.add(group.name());
                values.computeIfAbsent(name, key -> new HashMap<>()).put(group.name(), height);
            }
        }));
        Points points = Points.single();
        values.forEach((name, heights) ->
                groups.forEach(group -> points.add(Points.ONE_PANEL, group, name, heights.getOrDefault(group, 0.0))));
        return new Chart(title, "all cases: " + what)
                .cases()
                .series(groups, Palette.SERIES, "fill")
                .bars(points);
    }
}
