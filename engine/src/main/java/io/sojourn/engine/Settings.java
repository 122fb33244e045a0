// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Values for the parameters of a discipline, each written or computed. Immutable; read once, when a discipline is set. */
public final class Settings {
    /** A parameter that has no value. */
    public static final long ABSENT = Long.MIN_VALUE;

    private final Map<String, Long> values;
    /** Parameters whose value is wrong, or would be computed from one that is. */
    private final Set<String> unknown;
    /** Only for {@link #of}: whether the default being computed depends on an unknown value. */
    private boolean hasAskedForUnknown;

    private Settings(Map<String, Long> values, Set<String> unknown) {
        this.values = values;
        this.unknown = unknown;
    }

    /**
     * Values for all of {@code parameters}: what {@code given} holds, and defaults for the rest, in order, so that a
     * default may depend on the parameters before it.
     *
     * @throws IllegalArgumentException when a value is out of range or a required one is missing
     */
    public static Settings of(List<Parameter> parameters, Map<String, Long> given, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        Settings settings = of(parameters, given, link, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.get(0).toString());
        }
        return settings;
    }

    /** As above; what is wrong goes to {@code problems} and is left absent. */
    public static Settings of(
            List<Parameter> parameters, Map<String, Long> given, LinkFacts link, List<Problem> problems) {
        return of(parameters, given, Set.of(), link, problems);
    }

    /**
     * As above; what was written for the parameters {@code wrong} is no value. They are left absent, and so is each whose
     * default would be computed from one of them, so that nothing is found wrong with a value that nobody wrote.
     */
    public static Settings of(
            List<Parameter> parameters,
            Map<String, Long> given,
            Set<String> wrong,
            LinkFacts link,
            List<Problem> problems) {
        Settings settings = new Settings(new TreeMap<>(), new HashSet<>(wrong));
        for (Parameter parameter : parameters) {
            Long written = given.get(parameter.name());
            settings.hasAskedForUnknown = wrong.contains(parameter.name());
            long value = written == null ? parameter.byDefault().value(settings, link) : written;
            if (settings.hasAskedForUnknown) {
                settings.unknown.add(parameter.name());
            } else if (written == null && parameter.isRequired()) {
                problems.add(new Problem(parameter.name(), "missing", "given", "write it: " + parameter.meaning()));
                settings.unknown.add(parameter.name());
            } else if (value != ABSENT && (value < parameter.least() || value > parameter.most())) {
                problems.add(Problem.outOfRange(parameter, value));
                settings.unknown.add(parameter.name());
            } else if (value != ABSENT) {
                settings.values.put(parameter.name(), value);
            }
        }
        return settings;
    }

    /** @throws IllegalArgumentException when it has no value */
    public long value(Parameter parameter) {
        Long value = values.get(parameter.name());
        if (value == null) {
            throw new IllegalArgumentException(parameter.name() + " has no value; give one, or ask has() first");
        }
        return value;
    }

    public int intValue(Parameter parameter) {
        return Math.toIntExact(value(parameter));
    }

    public boolean isOn(Parameter parameter) {
        return value(parameter) != 0;
    }

    public boolean has(Parameter parameter) {
        if (unknown.contains(parameter.name())) {
            hasAskedForUnknown = true;
        }
        return values.containsKey(parameter.name());
    }

    /** The same with one value changed. */
    public Settings with(Parameter parameter, long value) {
        Bounds.within(parameter.name(), value, parameter.least(), parameter.most());
        Map<String, Long> changed = new TreeMap<>(values);
        changed.put(parameter.name(), value);
        return new Settings(changed, unknown);
    }

    /** By name, for display. */
    public Map<String, Long> values() {
        return Map.copyOf(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Settings settings && settings.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
