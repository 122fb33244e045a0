// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What forwarding cost behind each list of rules.
 *
 * @param compiledNanos of a packet through the engine's classifier and a FIFO link, by the length of the list
 * @param linearNanos the same, with the rules tried one after the other
 */
public record CostRun(Map<Integer, Double> compiledNanos, Map<Integer, Double> linearNanos) implements Measured {
    private static final String PREFIX = "rules-";

    public CostRun {
        compiledNanos = new LinkedHashMap<>(compiledNanos);
        linearNanos = new LinkedHashMap<>(linearNanos);
    }

    @Override
    public OptionalDouble value(String metric) {
        int dot = metric.indexOf('.');
        int rules = Integer.parseInt(metric.substring(PREFIX.length(), dot));
        return OptionalDouble.of(
                switch (metric.substring(dot + 1)) {
                    case "nanos" -> of(compiledNanos, rules);
                    case "linearNanos" -> of(linearNanos, rules);
                    case "costRatio" -> of(compiledNanos, rules) / of(compiledNanos, 1);
                    case "linearRatio" -> of(linearNanos, rules) / of(linearNanos, 1);
                    default -> throw new IllegalArgumentException("no metric is called " + metric);
                });
    }

    /** Every metric there is. */
    public List<String> metrics() {
        return metrics(compiledNanos.keySet());
    }

    private static double of(Map<Integer, Double> nanos, int rules) {
        Double value = nanos.get(rules);
        if (value == null) {
            throw new IllegalArgumentException("no list has rules=" + rules);
        }
        return value;
    }

    /** @throws Mended when the case has no such metric */
    static void check(CostCase cost, String metric) {
        List<String> known = metrics(cost.rules());
        if (!known.contains(metric)) {
            throw new Mended(
                    metric,
                    "one of " + String.join(", ", known),
                    Nearest.hint(metric, known).orElse("name one of them"));
        }
    }

    private static List<String> metrics(Collection<Integer> lengths) {
        List<String> metrics = new ArrayList<>();
        for (int rules : lengths) {
            for (String kind : List.of("nanos", "linearNanos", "costRatio", "linearRatio")) {
                metrics.add(PREFIX + rules + "." + kind);
            }
        }
        return metrics;
    }
}
