// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Ranges of settings. A refusal names the setting, its value and the bound. */
final class Bounds {
    private Bounds() {}

    static long within(String name, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + "=" + value + " is not from " + low + " to " + high);
        }
        return value;
    }
}
