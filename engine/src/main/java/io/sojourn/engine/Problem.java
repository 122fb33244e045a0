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
        boolean isWord = parameter.unit() == Unit.WORD || parameter.unit() == Unit.SWITCH;
        return new Problem(
                parameter.name(),
                isWord ? Long.toString(value) : parameter.text(value),
                isWord ? "from " + parameter.least() + " to " + parameter.most() : parameter.rangeText(),
                "choose one in between");
    }

    @Override
    public String toString() {
        return parameter + "=" + value + " is not " + bound + "; " + mend;
    }
}
