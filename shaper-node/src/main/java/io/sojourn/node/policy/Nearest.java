// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word that a mistyped one most likely meant: least edit distance (Levenshtein 1966). */
final class Nearest {
    private Nearest() {}

    /** Empty when even the nearest differs in more than half of its letters. */
    static Optional<String> to(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(candidate -> 2 * distance(word, candidate) <= Math.max(word.length(), candidate.length()));
    }

    /** Fewest insertions, deletions and replacements of one letter that turn one word into the other; case ignored. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replace = diagonal + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }

    private static boolean same(char a, char b) {
        return Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
