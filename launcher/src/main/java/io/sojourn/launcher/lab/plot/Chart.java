// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.letsPlot.commons.encoding.UnsupportedRGBEncoder;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;

/** One chart, in the plot specification of Lets-Plot: layers on axes that begin at 0. */
final class Chart {
    private static final double WIDTH = 900;
    private static final double HEIGHT = 340;
    private static final double ROW_HEIGHT = 190;
    private static final double TITLES_HEIGHT = 100;

    /** Room above the highest point. */
    private static final double HEADROOM = 1.05;

    private static final double LINE_WIDTH = 0.6;
    private static final double DOT_SIZE = 1.6;

    private final Map<String, Object> spec = new LinkedHashMap<>();
    private final List<Object> layers = new ArrayList<>();
    private final List<Object> scales = new ArrayList<>();
    private double greatestY;
    private double height = HEIGHT;

    Chart(String title, String subtitle) {
        spec.put("kind", "plot");
        spec.put("ggtitle", map("text", title, "subtitle", subtitle));
        spec.put("theme", map("name", "light", "legend_position", "bottom"));
    }

    /** The time axis. */
    Chart time(double fromSeconds, double toSeconds) {
        scales.add(map(
                "aesthetic", "x", "name", "time, s", "limits", list(fromSeconds, toSeconds), "expand", list(0.025, 0)));
        return this;
    }

    Chart cases() {
        scales.add(map("aesthetic", "x", "name", "", "discrete", true));
        return this;
    }

    /** Series in their order, with their colors; a name without a point is in the legend too. */
    Chart series(Collection<String> names, List<String> colors, String aesthetic) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            values.add(colors.get(i % colors.size()));
        }
        scales.add(map(
                "aesthetic",
                aesthetic,
                "name",
                "",
                "discrete",
                true,
                "values",
                values,
                "limits",
                new ArrayList<>(names)));
        return this;
    }

    Chart lines(Points points) {
        return layer(points, map("geom", "path", "size", LINE_WIDTH), "color");
    }

    Chart dots(Points points) {
        return layer(points, map("geom", "point", "size", DOT_SIZE), "color");
    }

    Chart bars(Points points) {
        return layer(
                points, map("geom", "bar", "stat", "identity", "width", 0.6, "position", map("name", "dodge")), "fill");
    }

    private Chart layer(Points points, Map<String, Object> layer, String aesthetic) {
        if (!points.isEmpty()) {
            layer.put("data", new HashMap<>(points.columns()));
            layer.put("mapping", map("x", Points.X, "y", Points.Y, aesthetic, Points.SERIES));
            layer.put("sampling", "none");
            layers.add(layer);
            greatestY = Math.max(greatestY, points.greatestY());
        }
        return this;
    }

    /** A panel for each of the points' panels, so many a row. */
    Chart panels(int count, int mostColumns) {
        int columns = Math.min(count, mostColumns);
        spec.put(
                "facet",
                map("name", "wrap", "facets", list(Points.PANEL), "ncol", columns, "dir", "v", "order", list(0)));
        int rows = (count + columns - 1) / columns;
        height = Math.max(HEIGHT, ROW_HEIGHT * rows + TITLES_HEIGHT);
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
        double top = greatestY == 0 ? 1 : greatestY * HEADROOM;
        scales.add(map("aesthetic", "y", "name", yTitle, "limits", list(0.0, top), "expand", list(0, 0)));
        spec.put("scales", scales);
        spec.put("layers", layers);
        spec.put("ggsize", map("width", WIDTH, "height", height));
        return Svg.tidy(
                PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(spec, null, new UnsupportedRGBEncoder(), false));
    }

    private static List<Object> list(Object... values) {
        return new ArrayList<>(List.of(values));
    }

    /** The library changes what it is given. */
    private static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
