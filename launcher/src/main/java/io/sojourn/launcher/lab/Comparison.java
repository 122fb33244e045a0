// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.launcher.lab.Expected.Figure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The figures of a scenario beside what was published.
 *
 * @param rows in the order of the figures
 */
public record Comparison(Scenario scenario, List<Row> rows) {
    public Comparison {
        rows = List.copyOf(rows);
    }

    /**
     * One figure.
     *
     * @param values of the seeds that had one, ascending
     * @param seeds that were run
     */
    public record Row(Figure figure, List<Double> values, int seeds) {
        public Row {
            values = List.copyOf(values);
        }

        /** Of the seeds: the middle value, or the mean of the two; empty when any of them has no sample. */
        public OptionalDouble median() {
            int count = values.size();
            return count == 0 || count < seeds
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((values.get((count - 1) / 2) + values.get(count / 2)) / 2);
        }

        /** A figure without data is not within. */
        public boolean isWithin() {
            OptionalDouble median = median();
            return median.isPresent() && median.getAsDouble() >= figure.low() && median.getAsDouble() <= figure.high();
        }
    }

    private record Key(String caseName, long seed) {}

    public boolean isWithin() {
        return rows.stream().allMatch(Row::isWithin);
    }

    /** How many runs {@link #of} makes. */
    public static int runs(Scenario scenario) {
        return caseNames(scenario).size() * scenario.seeds();
    }

    /** Virtual time of all of them. */
    public static long runNanos(Scenario scenario) {
        return caseNames(scenario).stream()
                        .mapToLong(name -> scenario.find(name).orElseThrow().durationNanos())
                        .sum()
                * scenario.seeds();
    }

    /** @param headway told of every run */
    public static Comparison of(Scenario scenario, Headway headway) throws InterruptedException {
        List<Key> keys = new ArrayList<>();
        List<Supplier<Map<String, OptionalDouble>>> work = new ArrayList<>();
        for (String name : caseNames(scenario)) {
            Case one = scenario.find(name).orElseThrow();
            for (long seed = 1; seed <= scenario.seeds(); seed++) {
                Key key = new Key(name, seed);
                keys.add(key);
                work.add(() -> values(scenario, one, key.seed(), headway));
            }
        }
        List<Map<String, OptionalDouble>> results = Cores.each(work, headway::done);
        Map<Key, Map<String, OptionalDouble>> values = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            values.put(keys.get(i), results.get(i));
        }
        return new Comparison(
                scenario,
                scenario.expected().figures().stream()
                        .map(figure -> row(figure, scenario.seeds(), values))
                        .toList());
    }

    private static TreeSet<String> caseNames(Scenario scenario) {
        TreeSet<String> names = new TreeSet<>();
        for (Figure figure : scenario.expected().figures()) {
            names.add(figure.caseName());
            if (figure.baseName() != null) {
                names.add(figure.baseName());
            }
        }
        return names;
    }

    /** Only what is asked for is kept of a run. */
    private static Map<String, OptionalDouble> values(Scenario scenario, Case one, long seed, Headway headway) {
        Measured measured = Measured.of(one, seed, headway);
        Map<String, OptionalDouble> values = new HashMap<>();
        for (Figure figure : scenario.expected().figures()) {
            if (one.name().equals(figure.caseName()) || one.name().equals(figure.baseName())) {
                values.put(figure.metric(), measured.value(figure.metric()));
            }
        }
        return values;
    }

    private static Row row(Figure figure, int seeds, Map<Key, Map<String, OptionalDouble>> values) {
        List<Double> ours = new ArrayList<>();
        for (long seed = 1; seed <= seeds; seed++) {
            OptionalDouble value = value(figure.caseName(), seed, figure.metric(), values);
            if (figure.baseName() != null) {
                OptionalDouble base = value(figure.baseName(), seed, figure.metric(), values);
                value = value.isPresent() && base.isPresent() && base.getAsDouble() != 0
                        ? OptionalDouble.of(value.getAsDouble() / base.getAsDouble())
                        : OptionalDouble.empty();
            }
            value.ifPresent(ours::add);
        }
        ours.sort(Double::compare);
        return new Row(figure, ours, seeds);
    }

    private static OptionalDouble value(
            String caseName, long seed, String metric, Map<Key, Map<String, OptionalDouble>> values) {
        return values.getOrDefault(new Key(caseName, seed), Map.of()).getOrDefault(metric, OptionalDouble.empty());
    }
}
