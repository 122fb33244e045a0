// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Envelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Points of several series, to be joined in their order, or each by itself. */
final class Points {
    static final String X = "x";
    static final String Y = "y";
    static final String SERIES = "series";
    static final String PANEL = "panel";
    static final String ONE_PANEL = "";

    private final boolean joined;
    private final List<Object> xs = new ArrayList<>();
    private final List<Object> ys = new ArrayList<>();
    private final List<Object> series = new ArrayList<>();
    private final List<Object> panels = new ArrayList<>();
    private final Map<String, Double> tops = new HashMap<>();

    private Points(boolean joined) {
        this.joined = joined;
    }

    static Points joined() {
        return new Points(true);
    }

    static Points single() {
        return new Points(false);
    }

    /** @param x a number, or the name of a place */
    void add(String panel, String name, Object x, double y) {
        if (joined && repeatsLast(panel, name, y)) {
            xs.set(xs.size() - 1, x);
            return;
        }
        xs.add(x);
        ys.add(y);
        series.add(name);
        panels.add(panel);
        tops.merge(panel, y, Math::max);
    }

    /** The third and later point at one height: the last is moved on, the line is the same. */
    private boolean repeatsLast(String panel, String name, double y) {
        int last = ys.size() - 1;
        return last > 0 && isAt(last, panel, name, y) && isAt(last - 1, panel, name, y);
    }

    private boolean isAt(int index, String panel, String name, double y) {
        return ys.get(index).equals(y)
                && series.get(index).equals(name)
                && panels.get(index).equals(panel);
    }

    /** From the least to the greatest of each step: every peak is on the line. */
    void add(String panel, String name, Envelope envelope, double unit, double offset) {
        for (int step = 0; step < envelope.steps().count(); step++) {
            if (!envelope.isEmpty(step)) {
                double x = envelope.steps().seconds(step);
                add(panel, name, x, envelope.least(step) / unit - offset);
                if (envelope.greatest(step) > envelope.least(step)) {
                    add(panel, name, x, envelope.greatest(step) / unit - offset);
                }
            }
        }
    }

    boolean isEmpty() {
        return xs.isEmpty();
    }

    /** Greatest value of each panel. */
    Map<String, Double> tops() {
        return Map.copyOf(tops);
    }

    Map<String, List<Object>> columns() {
        return Map.of(X, xs, Y, ys, SERIES, series, PANEL, panels);
    }
}
