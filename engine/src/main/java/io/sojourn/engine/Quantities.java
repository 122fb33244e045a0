// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.math.BigDecimal;

/** Numbers with their units, as an operator writes them: texts that are read back as the same value. */
final class Quantities {
    /** Of a ratio: all. */
    private static final long WHOLE_RATIO = 1_000_000_000L;
    /** Below it are packets, whose length is known in bytes. */
    private static final long LEAST_KB = 2_000;

    private Quantities() {}

    static String text(Parameter parameter, long value) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> rate(value);
            case BYTES -> bytes(value);
            case NANOSECONDS -> nanos(value);
            case PACKETS -> value + "p";
            case PACKETS_PER_SECOND -> value + "pps";
            case COUNT -> Long.toString(value);
            case RATIO -> ratio(parameter, value);
            case SWITCH -> value == 0 ? "off" : "on";
            case WORD -> parameter.words().get((int) value);
        };
    }

    /** Sizes that are compared stand in one unit: kB, but for packets, and for limits that are a power of two. */
    private static String bytes(long value) {
        if (value % (1 << 20) == 0 && value > 0) {
            return (value >> 20) + "MiB";
        }
        return value < LEAST_KB ? value + "B" : decimal(value, 1_000) + "kB";
    }

    private static String nanos(long value) {
        if (value < 1_000) {
            return value + "ns";
        }
        if (value < 1_000_000) {
            return decimal(value, 1_000) + "us";
        }
        boolean isWholeMillis = value % 1_000_000 == 0;
        return value >= 1_000_000_000 && isWholeMillis
                ? decimal(value, 1_000_000_000) + "s"
                : decimal(value, 1_000_000) + "ms";
    }

    private static String rate(long value) {
        if (value >= 1_000_000_000 && value % 1_000_000 == 0) {
            return decimal(value, 1_000_000_000) + "Gbit";
        }
        if (value >= 1_000_000 && value % 1_000 == 0) {
            return decimal(value, 1_000_000) + "Mbit";
        }
        return value < 1_000 ? value + "bit" : decimal(value, 1_000) + "kbit";
    }

    /** A share in percent; what may be more than all of something is a plain factor. */
    private static String ratio(Parameter parameter, long value) {
        return parameter.most() > WHOLE_RATIO
                ? BigDecimal.valueOf(value, 9).stripTrailingZeros().toPlainString()
                : BigDecimal.valueOf(value, 7).stripTrailingZeros().toPlainString() + "%";
    }

    private static String decimal(long value, long unit) {
        return BigDecimal.valueOf(value)
                .divide(BigDecimal.valueOf(unit))
                .stripTrailingZeros()
                .toPlainString();
    }
}
