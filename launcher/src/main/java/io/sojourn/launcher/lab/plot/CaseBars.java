// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.GroupOutcome;
import io.sojourn.lab.measure.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The cases of a scenario below each other. */
final class CaseBars {
    private static final double BAR_HEIGHT = 11;
    private static final double NAME_HEIGHT = 24;
    private static final double NAME_SIZE = 5.5;
    private static final double TITLES_HEIGHT = 170;

    private final Heading heading;
    private final Map<String, Outcome> cases;

    /** @param cases in their order */
    CaseBars(Heading heading, Map<String, Outcome> cases) {
        this.heading = heading;
        this.cases = cases;
    }

    /** By kind, which ends the file's name; none for a single case. */
    Map<String, String> svgs() {
        Map<String, String> svgs = new LinkedHashMap<>();
        if (cases.size() > 1) {
            put(svgs, "goodput", "goodput", "Mbit/s", group -> group.goodputBitsPerSecond() / 1e6);
            put(
                    svgs,
                    "delay",
                    "95th percentile of the round-trip time",
                    "ms",
                    group -> group.rtt().p95Micros() / 1e3);
        }
        return svgs;
    }

    private void put(
            Map<String, String> svgs, String kind, String what, String unit, ToDoubleFunction<GroupOutcome> value) {
        Set<String> groups = groups(value);
        if (!groups.isEmpty()) {
            svgs.put(kind, bars(what, unit, groups, points(groups, value)));
        }
    }

    /** A group that has no such value in any case has no place in the legend; in the others, its bar has no length. */
    private Set<String> groups(ToDoubleFunction<GroupOutcome> value) {
        Set<String> groups = new LinkedHashSet<>();
        cases.values().forEach(outcome -> outcome.groups().stream()
                .filter(group -> value.applyAsDouble(group) > 0)
                .forEach(group -> groups.add(group.name())));
        return groups;
    }

    private Points points(Set<String> groups, ToDoubleFunction<GroupOutcome> value) {
        List<String> upwards = new ArrayList<>(groups);
        Collections.reverse(upwards);
        Points points = Points.single();
        cases.forEach((name, outcome) ->
                upwards.forEach(group -> points.add(Points.ONE_PANEL, group, name, length(outcome, group, value))));
        return points;
    }

    private static double length(Outcome outcome, String group, ToDoubleFunction<GroupOutcome> value) {
        return outcome.groups().stream()
                .filter(one -> one.name().equals(group))
                .mapToDouble(value)
                .findFirst()
                .orElse(0);
    }

    private String bars(String what, String unit, Set<String> groups, Points points) {
        List<String> upwards = new ArrayList<>(cases.keySet());
        Collections.reverse(upwards);
        double top = points.tops().getOrDefault(Points.ONE_PANEL, 1.0) * Chart.HEADROOM;
        double caseHeight = BAR_HEIGHT * groups.size() + NAME_HEIGHT;
        Map<String, Object> spec = new LinkedHashMap<>();
        Chart.title(spec, heading, "all cases: " + what);
        spec.put("theme", theme());
        spec.put(
                "scales",
                Chart.list(
                        Chart.map("aesthetic", "y", "name", "", "discrete", true, "limits", upwards),
                        Chart.map(
                                "aesthetic",
                                "x",
                                "name",
                                unit,
                                "limits",
                                Chart.list(0.0, top),
                                "expand",
                                Chart.list(0, 0)),
                        Chart.colors("fill", groups, Palette.SERIES)));
        spec.put("layers", Chart.list(layer(points, BAR_HEIGHT * groups.size() / caseHeight), names(caseHeight)));
        return Chart.draw(spec, TITLES_HEIGHT + caseHeight * cases.size());
    }

    /** Names stand above the bars: the library would cut them at 20 letters beside the axis. */
    private static Map<String, Object> theme() {
        Map<String, Object> theme = Chart.theme("top");
        theme.put("axis_text_y", "blank");
        theme.put("axis_ticks_y", "blank");
        return theme;
    }

    private Map<String, Object> names(double caseHeight) {
        List<Object> names = new ArrayList<>(cases.keySet());
        List<Object> zeros = new ArrayList<>(Collections.nCopies(names.size(), 0.0));
        return Chart.map(
                "geom",
                "text",
                "hjust",
                0.0,
                "size",
                NAME_SIZE,
                "color",
                "#333333",
                "position",
                Chart.map("name", "nudge", "y", 0.5 - NAME_HEIGHT / 3 / caseHeight),
                "data",
                Chart.map("name", names, "zero", zeros),
                "mapping",
                Chart.map("x", "zero", "y", "name", "label", "name"));
    }

    private static Map<String, Object> layer(Points points, double width) {
        Map<String, Object> data = new LinkedHashMap<>(points.columns());
        return Chart.map(
                "geom",
                "bar",
                "stat",
                "identity",
                "orientation",
                "y",
                "width",
                width,
                "sampling",
                "none",
                "position",
                Chart.map("name", "dodge"),
                "data",
                data,
                "mapping",
                Chart.map("x", Points.Y, "y", Points.X, "fill", Points.SERIES));
    }
}
