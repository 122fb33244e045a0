// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.letsPlot.commons.encoding.UnsupportedRGBEncoder;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;

/** One chart over time, in the plot specification of Lets-Plot: panels of layers, on axes that begin at 0. */
final class Chart {
    private static final double WIDTH = 900;
    private static final double LEAST_HEIGHT = 340;
    private static final double ROW_HEIGHT = 190;
    private static final double TITLES_HEIGHT = 110;
    /** Of a title on one line. */
    private static final int TITLE_LETTERS = 100;

    /** Of the width, about what the panels have. */
    private static final double PANELS_WIDTH = 800;

    /** A line of this size is one pixel wide, about. */
    private static final double PIXEL = 1 / 2.2;

    /** Room above the highest point. */
    static final double HEADROOM = 1.05;

    private static final double LINE_WIDTH = 0.6;
    private static final double DOT_SIZE = 1.6;

    private final Map<String, Object> spec = new LinkedHashMap<>();
    private final Map<String, Object> theme = theme("bottom");
    private final List<Object> layers = new ArrayList<>();
    private final List<Object> scales = new ArrayList<>();
    private final List<String> panels;
    private final int columns;
    private final double fromSeconds;
    private final double toSeconds;
    private final Map<String, Double> tops = new HashMap<>();

    /** @param panels names of one or several, in their order */
    Chart(
            Heading heading,
            String subtitle,
            List<String> panels,
            int mostColumns,
            double fromSeconds,
            double toSeconds) {
        this.panels = List.copyOf(panels);
        this.columns = Math.max(1, Math.min(panels.size(), mostColumns));
        this.fromSeconds = fromSeconds;
        this.toSeconds = toSeconds;
        title(spec, heading, subtitle);
        scales.add(map(
                "aesthetic", "x", "name", "time, s", "limits", list(fromSeconds, toSeconds), "expand", list(0.025, 0)));
    }

    static void title(Map<String, Object> spec, Heading heading, String subtitle) {
        spec.put("kind", "plot");
        spec.put("ggtitle", map("text", Labels.broken(heading.title(), TITLE_LETTERS), "subtitle", subtitle));
        spec.put("caption", map("text", heading.origin()));
    }

    static Map<String, Object> theme(String legend) {
        return map("name", "light", "legend_position", legend);
    }

    /** Series in their order, with their colors; a name without a point is in the legend too. */
    Chart series(Collection<String> names, List<String> colors) {
        scales.add(colors("color", names, colors));
        return this;
    }

    static Map<String, Object> colors(String aesthetic, Collection<String> names, List<String> colors) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            values.add(colors.get(i % colors.size()));
        }
        return map(
                "aesthetic",
                aesthetic,
                "name",
                "",
                "discrete",
                true,
                "values",
                values,
                "limits",
                new ArrayList<>(names));
    }

    /** The panels' titles say it all. */
    Chart withoutLegend() {
        theme.put("legend_position", "none");
        return this;
    }

    Chart lines(Points points) {
        return layer(map("geom", "path", "size", LINE_WIDTH), points, Points.Y, "y");
    }

    Chart dots(Points points) {
        return layer(map("geom", "point", "size", DOT_SIZE), points, Points.Y, "y");
    }

    /** Dashed, across the panel. */
    Chart levels(Points points) {
        return layer(map("geom", "hline", "size", LINE_WIDTH, "linetype", "dashed"), points, Points.Y, "yintercept");
    }

    private Chart layer(Map<String, Object> layer, Points points, String column, String aesthetic) {
        if (!points.isEmpty()) {
            add(layer, points.columns(), map("x", Points.X, aesthetic, column, "color", Points.SERIES));
            points.tops().forEach(this::reach);
        }
        return this;
    }

    /** @param steps bars that there is room for, side by side */
    Chart bands(Bands bands, int steps) {
        if (!bands.isEmpty()) {
            add(
                    map("geom", "linerange", "size", PIXEL * PANELS_WIDTH / columns / steps),
                    bands.columns(),
                    map("x", Points.X, "ymin", Bands.LEAST, "ymax", Bands.GREATEST, "color", Points.SERIES));
            bands.tops().forEach(this::reach);
        }
        return this;
    }

    private void add(Map<String, Object> layer, Map<String, List<Object>> columns, Map<String, Object> mapping) {
        Map<String, Object> data = new HashMap<>(columns);
        List<Object> places = new ArrayList<>();
        columns.getOrDefault(Points.PANEL, List.of()).forEach(panel -> places.add(place((String) panel)));
        data.put(Points.PANEL, places);
        layer.put("data", data);
        layer.put("mapping", mapping);
        layer.put("sampling", "none");
        layers.add(layer);
    }

    /** The library sorts panels by their names; marks that are not seen put them into our order. */
    private String place(String panel) {
        return Svg.UNSEEN.repeat(Math.max(0, panels.indexOf(panel))) + panel;
    }

    /** The axis of a panel goes up to there at least. */
    Chart reach(String panel, double top) {
        tops.merge(panel, top, Math::max);
        return this;
    }

    /** All panels have the axis of the highest. */
    Chart onOneScale() {
        double top = tops.isEmpty() ? 0 : Collections.max(tops.values());
        panels.forEach(panel -> reach(panel, top));
        return this;
    }

    boolean isEmpty() {
        return layers.isEmpty();
    }

    /**
     * The picture.
     *
     * @param yTitle with its unit
     */
    String svg(String yTitle) {
        addAxes();
        scales.add(map("aesthetic", "y", "name", yTitle, "expand", list(0, 0)));
        spec.put("theme", theme);
        spec.put("scales", scales);
        spec.put("layers", layers);
        if (panels.size() > 1) {
            spec.put("facet", facet());
        }
        int rows = (panels.size() + columns - 1) / columns;
        return draw(spec, Math.max(LEAST_HEIGHT, ROW_HEIGHT * rows + TITLES_HEIGHT));
    }

    private Map<String, Object> facet() {
        return map("name", "wrap", "facets", list(Points.PANEL), "ncol", columns, "order", list(1), "scales", "free_y");
    }

    /** Points that are not seen, at the lower and the upper end of every axis. */
    private void addAxes() {
        Points ends = Points.single();
        tops.forEach((panel, top) -> {
            ends.add(panel, "", fromSeconds, 0);
            ends.add(panel, "", toSeconds, top == 0 ? 1 : top * HEADROOM);
        });
        add(map("geom", "point", "size", 0.0, "alpha", 0.0), ends.columns(), map("x", Points.X, "y", Points.Y));
    }

    static String draw(Map<String, Object> spec, double height) {
        spec.put("ggsize", map("width", WIDTH, "height", height));
        return Svg.tidy(
                PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(spec, null, new UnsupportedRGBEncoder(), false));
    }

    static List<Object> list(Object... values) {
        return new ArrayList<>(List.of(values));
    }

    /** The library changes what it is given. */
    static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
