// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.util.Locale;

/** What was to be reached, and whether it was. */
record Aim(String name, double value, String aim, boolean reached) {
    static Aim atLeast(String name, double value, double aim) {
        return new Aim(name, value, String.format(Locale.ROOT, "at least %.4g", aim), value >= aim);
    }

    static Aim below(String name, double value, double aim) {
        return new Aim(name, value, String.format(Locale.ROOT, "below %.4g", aim), value < aim);
    }

    String line() {
        return String.format(
                Locale.ROOT, "  %-44s%10.2f   aim: %-16s %s%n", name, value, aim, reached ? "REACHED" : "MISSED");
    }
}
