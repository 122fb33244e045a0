// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueWindow;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Records field by field. */
public final class Components {
    /** Of quotients of the same whole numbers, divided in another order. */
    private static final double ROUNDING = 1e-12;

    private Components() {}

    static Map<String, Object> of(Record whole) {
        Map<String, Object> components = new LinkedHashMap<>();
        for (RecordComponent component : whole.getClass().getRecordComponents()) {
            try {
                components.put(component.getName(), component.getAccessor().invoke(whole));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(component.getName(), e);
            }
        }
        return components;
    }

    /** One line a component that differs; one that only one of them has differs too. */
    static List<String> differences(Map<String, Object> expected, Map<String, Object> got) {
        List<String> lines = new ArrayList<>();
        Map<String, Object> names = new LinkedHashMap<>(expected);
        names.putAll(got);
        for (String name : names.keySet()) {
            boolean isInBoth = expected.containsKey(name) && got.containsKey(name);
            if (!isInBoth || !isSame(expected.get(name), got.get(name))) {
                lines.add(name + ": " + expected.get(name) + " by definition, but " + got.get(name));
            }
        }
        return lines;
    }

    private static boolean isSame(Object expected, Object got) {
        if (expected instanceof Double a && got instanceof Double b) {
            return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
        }
        if (expected instanceof Quantiles a && got instanceof Quantiles b) {
            return differences(of(a), of(b)).isEmpty();
        }
        return Objects.equals(expected, got);
    }

    /** A window and its figures against the definitions. */
    public static void assertSame(String where, Map<String, Object> expected, QueueWindow got) {
        Map<String, Object> components = of(got);
        components.remove("figures");
        components.put("baseRttMicros", got.figures().baseRttMicros());
        Map<String, Object> figures = of(got.figures());
        List<String> differences = new ArrayList<>(differences(expected, components));
        differences.addAll(differences(FigureReference.of(expected), figures));
        assertThat(differences)
                .as(where + ": " + got.scope() + " " + got.queue() + ", " + got.sizeMillis() + " ms from "
                        + got.startMillis())
                .isEmpty();
    }
}
