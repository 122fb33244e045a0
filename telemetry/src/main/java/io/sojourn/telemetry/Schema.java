// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** The version of the wire records. A reader refuses a number it does not know instead of guessing. */
public final class Schema {
    /** What this build writes and reads. */
    public static final int CURRENT = 1;

    private Schema() {}

    static void check(int schema) {
        if (schema != CURRENT) {
            throw new OutOfRange("schema", schema, CURRENT + "; upgrade the older side");
        }
    }
}
