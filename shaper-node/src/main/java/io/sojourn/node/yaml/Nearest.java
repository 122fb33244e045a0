// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The known word that a mistyped one most likely meant: the same but for case, hyphens and underscores; else what other
 * programs call it; else that of least edit distance (Damerau 1964: also two letters that changed places).
 */
public final class Nearest {
    /** More words than this, all as near, are no hint. */
    private static final int MOST_HINTS = 3;

    /** What tc(8), iptables(8), pf.conf(5) and IOS call things, and what they are called here. */
    private static final Map<String, List<String>> ELSEWHERE = Map.ofEntries(
            Map.entry("prio", List.of("priority", "priq")),
            Map.entry("dport", List.of("destinationPort")),
            Map.entry("sport", List.of("sourcePort")),
            Map.entry("dstport", List.of("destinationPort")),
            Map.entry("srcport", List.of("sourcePort")),
            Map.entry("port", List.of("destinationPort")),
            Map.entry("dst", List.of("destination")),
            Map.entry("src", List.of("source")),
            Map.entry("proto", List.of("protocol")),
            Map.entry("iif", List.of("interface")),
            Map.entry("policer", List.of("meters")),
            Map.entry("police", List.of("meters", "policer")),
            Map.entry("meter", List.of("meters")),
            Map.entry("qdisc", List.of("queue", "discipline")),
            Map.entry("bandwidth", List.of("rate", "linkShareRate")),
            Map.entry("rate", List.of("linkShareRate")),
            Map.entry("ceil", List.of("upperLimitRate", "peakRate")),
            Map.entry("maxrate", List.of("ceil", "upperLimitRate")),
            Map.entry("cir", List.of("rate")),
            Map.entry("pir", List.of("peakRate")),
            Map.entry("cburst", List.of("ceilBurst")),
            Map.entry("icmp6", List.of("icmpv6")),
            Map.entry("ipv6icmp", List.of("icmpv6")),
            Map.entry("pfifo", List.of("fifo")),
            Map.entry("bfifo", List.of("fifo")),
            Map.entry("droptail", List.of("fifo")));

    private Nearest() {}

    /** "did you mean this?", or one of at most three; empty when the word is like none. */
    public static Optional<String> hint(String word, Collection<String> known) {
        List<String> nearest = nearest(word, known);
        return nearest.isEmpty() ? Optional.empty() : Optional.of("did you mean " + String.join(" or ", nearest) + "?");
    }

    /** The nearest, the first of the alphabet of several. */
    public static Optional<String> to(String word, Collection<String> known) {
        return nearest(word, known).stream().findFirst();
    }

    private static List<String> nearest(String word, Collection<String> known) {
        List<String> same = known.stream()
                .filter(candidate -> bare(candidate).equals(bare(word)))
                .sorted()
                .toList();
        if (!same.isEmpty()) {
            return same;
        }
        for (String here : ELSEWHERE.getOrDefault(bare(word), List.of())) {
            if (known.contains(here)) {
                return List.of(here);
            }
        }
        int least = known.stream()
                .mapToInt(candidate -> distance(word, candidate))
                .min()
                .orElse(0);
        List<String> nearest = known.stream()
                .filter(candidate ->
                        distance(word, candidate) == least && 2 * least <= Math.max(word.length(), candidate.length()))
                .sorted()
                .toList();
        return nearest.size() > MOST_HINTS ? List.of() : nearest;
    }

    private static String bare(String word) {
        return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /**
     * Fewest insertions, deletions and replacements of one letter, and exchanges of two neighbors, that turn one word into
     * the other; case ignored.
     */
    static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replace = last[j - 1] + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
                row[j] = Math.min(replace, 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && isExchange(from, i, to, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return row[to.length()];
    }

    private static boolean isExchange(String from, int i, String to, int j) {
        return same(from.charAt(i - 1), to.charAt(j - 2)) && same(from.charAt(i - 2), to.charAt(j - 1));
    }

    private static boolean same(char a, char b) {
        return Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
