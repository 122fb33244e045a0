// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/** Bounds of wire values. Every refusal names the field, the value and the bound, so that a reject can be mended. */
final class Range {
    /** The longest name of a node, queue or flow, in characters. */
    static final int NAME_LIMIT = 256;

    /** The longest id, in characters: two names, a time, a number, and what stands between them. */
    static final int ID_LIMIT = 2 * NAME_LIMIT + 64;

    private Range() {}

    static void atLeast(String field, long value, long bound) {
        if (value < bound) {
            throw new OutOfRange(field, value, "at least " + bound);
        }
    }

    static void atLeast(String field, @Nullable Long value, long bound) {
        if (value != null) {
            atLeast(field, value.longValue(), bound);
        }
    }

    static void atMost(String field, long value, long bound) {
        if (value > bound) {
            throw new OutOfRange(field, value, "at most " + bound);
        }
    }

    static void finite(String field, @Nullable Double value, double low, double high) {
        if (value != null && !(value >= low && value <= high)) {
            throw new OutOfRange(field, value, "from " + low + " to " + high);
        }
    }

    static void name(String field, @Nullable String value) {
        if (value == null || value.isBlank() || value.length() > NAME_LIMIT) {
            throw new OutOfRange(field, String.valueOf(value), "1 to " + NAME_LIMIT + " characters, not blank");
        }
    }

    static void optionalName(String field, @Nullable String value) {
        if (value != null) {
            name(field, value);
        }
    }

    /** An id is made of two names and a time. */
    static void id(String field, @Nullable String value) {
        if (value == null || value.isBlank() || value.length() > ID_LIMIT) {
            throw new OutOfRange(field, String.valueOf(value), "1 to " + ID_LIMIT + " characters, not blank");
        }
    }

    static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new OutOfRange(field, "null", "a value");
        }
        return value;
    }

    static void interval(long startMillis, long endMillis) {
        atLeast("startMillis", startMillis, 0);
        if (endMillis <= startMillis) {
            throw new OutOfRange("endMillis", endMillis, "more than startMillis=" + startMillis);
        }
    }
}
