// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Envelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** From the least to the greatest of each step, a bar beside the other: every peak is there, and a gap stays a gap. */
final class Bands {
    static final String LEAST = "least";
    static final String GREATEST = "greatest";

    private final List<Object> xs = new ArrayList<>();
    private final List<Object> least = new ArrayList<>();
    private final List<Object> greatest = new ArrayList<>();
    private final List<Object> series = new ArrayList<>();
    private final List<Object> panels = new ArrayList<>();
    private final Map<String, Double> tops = new HashMap<>();

    /** @param thinnest height of a bar whose step has one value, to be seen */
    void add(String panel, String name, Envelope envelope, double unit, double thinnest) {
        for (int step = 0; step < envelope.steps().count(); step++) {
            if (!envelope.isEmpty(step)) {
                double top = envelope.greatest(step) / unit;
                xs.add(envelope.steps().seconds(step));
                least.add(Math.max(0, Math.min(envelope.least(step) / unit, top - thinnest)));
                greatest.add(top);
                series.add(name);
                panels.add(panel);
                tops.merge(panel, top, Math::max);
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
        return Map.of(Points.X, xs, LEAST, least, GREATEST, greatest, Points.SERIES, series, Points.PANEL, panels);
    }
}
