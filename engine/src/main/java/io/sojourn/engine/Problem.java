// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * What is wrong with a setting.
 *
 * @param parameter its name
 * @param value what it is
 * @param bound what it has to be
 * @param mend what to change
 */
public record Problem(String parameter, String value, String bound, String mend) {

    static Problem outOfRange(Parameter parameter, long value) {
        String bound = "from " + parameter.least() + " to " + parameter.most() + " " + unit(parameter.unit());
        return new Problem(parameter.name(), Long.toString(value), bound, "choose one in between");
    }

    @Override
    public String toString() {
        return parameter + "=" + value + " is not " + bound + "; " + mend;
    }

    private static String unit(Unit unit) {
        return unit.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
