// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import org.jspecify.annotations.Nullable;

/** Values of which some may not be known: what is not known adds nothing, and nothing known stays null. */
final class Sums {
    private Sums() {}

    /** Of numbers that are at least 0; the greatest number where the sum does not fit, in whatever order it is made. */
    static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    static @Nullable Long plus(@Nullable Long a, @Nullable Long b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Long.valueOf(plus(a.longValue(), b.longValue()));
    }

    static @Nullable Long max(@Nullable Long a, @Nullable Long b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Long.valueOf(Math.max(a, b));
    }

    static @Nullable Long min(@Nullable Long a, @Nullable Long b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Long.valueOf(Math.min(a, b));
    }

    /** Null when one is not known. */
    static @Nullable Long bothOrNone(@Nullable Long a, @Nullable Long b) {
        return a == null || b == null ? null : Long.valueOf(plus(a.longValue(), b.longValue()));
    }

    static @Nullable Double plus(@Nullable Double a, @Nullable Double b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Double.valueOf(a + b);
    }

    static @Nullable Double max(@Nullable Double a, @Nullable Double b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Double.valueOf(Math.max(a, b));
    }

    /** Part over base, 0 to 1; null when either is not known or the base is 0. */
    static @Nullable Double ratio(@Nullable Long part, @Nullable Long base) {
        if (part == null || base == null || base == 0) {
            return null;
        }
        return Math.max(0, Math.min(1, (double) part / base));
    }
}
