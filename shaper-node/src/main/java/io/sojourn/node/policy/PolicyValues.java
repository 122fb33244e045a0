// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;
import io.sojourn.node.policy.PolicyView.Value;
import io.sojourn.node.yaml.Quantity;
import java.math.BigDecimal;
import java.util.List;

/** Values of settings as a {@link PolicyView} has them: for people and for programs. */
final class PolicyValues {
    static final Parameter MTU = Parameter.required("mtu", Unit.BYTES, 0, Long.MAX_VALUE, "longest packet");

    private PolicyValues() {}

    static Value of(Parameter parameter, long value, boolean isComputed) {
        return new Value(
                parameter.name(),
                Quantity.text(parameter, value),
                number(parameter, value),
                unit(parameter.unit()),
                isComputed);
    }

    /** From low to high. */
    static Value range(Parameter parameter, long low, long high, boolean isComputed) {
        return new Value(
                parameter.name(),
                "[" + Quantity.text(parameter, low) + ", " + Quantity.text(parameter, high) + "]",
                List.of(number(parameter, low), number(parameter, high)),
                unit(parameter.unit()),
                isComputed);
    }

    private static Object number(Parameter parameter, long value) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND, BYTES, NANOSECONDS, PACKETS, PACKETS_PER_SECOND, COUNT -> value;
            case RATIO -> BigDecimal.valueOf(value, 9).stripTrailingZeros();
            case SWITCH -> value != 0;
            case WORD -> Quantity.text(parameter, value);
        };
    }

    private static String unit(Unit unit) {
        return switch (unit) {
            case BITS_PER_SECOND -> "bitsPerSecond";
            case BYTES -> "bytes";
            case NANOSECONDS -> "nanos";
            case PACKETS -> "packets";
            case PACKETS_PER_SECOND -> "packetsPerSecond";
            case RATIO -> "ratio";
            case COUNT, SWITCH, WORD -> "";
        };
    }
}
