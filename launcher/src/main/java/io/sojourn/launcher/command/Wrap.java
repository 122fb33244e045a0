// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Breaks text between words. */
final class Wrap {
    private Wrap() {}

    /** At least one line; a word that is longer than the width stands alone, whole. */
    static List<String> words(String text, int width) {
        return text.length() <= width ? List.of(text) : pieces(Arrays.asList(text.split(" ", -1)), width);
    }

    /** Joins what is not to be broken, with blanks, into lines of at most this width. */
    static List<String> pieces(List<String> pieces, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String piece : pieces) {
            if (line.length() > 0 && line.length() + 1 + piece.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(piece);
        }
        lines.add(line.toString());
        return lines;
    }
}
