// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.OutOfRange;

/**
 * What is wrong with a piece of input, before it is known where it came from.
 *
 * @param field the field as the source names it
 * @param value what stood there, "missing" when nothing did
 * @param bound what may stand there
 * @param mend what to change
 */
public record Fault(String field, String value, String bound, String mend) {
    /** A value that the vocabulary refuses. */
    public static Fault of(OutOfRange outOfRange, String mend) {
        return new Fault(outOfRange.field(), outOfRange.value(), outOfRange.bound(), mend);
    }
}
