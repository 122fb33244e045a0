// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

/**
 * One thing that is wrong with a document.
 *
 * @param path where: {@code queues[0].policer.rate}
 * @param value what stands there
 * @param bound what may stand there
 * @param mend what to change
 */
public record YamlProblem(String path, String value, String bound, String mend) {
    /** What a file says may have characters that move a terminal's cursor: they are shown by their number. */
    public YamlProblem {
        path = printable(path);
        value = printable(value);
        bound = printable(bound);
        mend = printable(mend);
    }

    /** One line for people. */
    public String line() {
        return path + ": " + value + "; must be " + bound + "; " + mend;
    }

    private static String printable(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder printable = new StringBuilder();
        text.chars().forEach(c -> {
            if (Character.isISOControl(c)) {
                printable.append(String.format("\\u%04x", c));
            } else {
                printable.append((char) c);
            }
        });
        return printable.toString();
    }
}
