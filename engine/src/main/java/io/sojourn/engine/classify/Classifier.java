// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.List;

/**
 * Rules compiled: gives for a packet the result of the first rule, in the order written, that takes it (the classifier of
 * RFC 3290 section 4).
 *
 * <p>Packets whose fields were seen before are found in a table of recent ones, whatever the number of rules; others go
 * through a {@link DecisionTree}. Both give what trying one rule after the other gives. No allocation per packet. Not
 * safe for use by several threads.
 */
public final class Classifier {
    /** Entries of the table of recent packets, by default: 384 kB. */
    public static final int RECENT_BY_DEFAULT = 8192;

    private static final int ENTRY_WORDS = 6;
    private static final long EMPTY = -1;

    private final DecisionTree rulesOfV4;
    private final DecisionTree rulesOfV6;
    private final int[] results;
    private final int noMatch;
    private final int mask;
    private final long[] recent;

    private Classifier(List<Rule> rules, int noMatch, int recentEntries) {
        rulesOfV4 = new DecisionTree(rules, 4);
        rulesOfV6 = new DecisionTree(rules, 6);
        results = rules.stream().mapToInt(Rule::result).toArray();
        this.noMatch = noMatch;
        mask = recentEntries - 1;
        recent = new long[recentEntries * ENTRY_WORDS];
        for (int entry = 0; entry < recentEntries; entry++) {
            recent[entry * ENTRY_WORDS + 4] = EMPTY;
        }
    }

    /** @param noMatch what {@link #classify} gives for a packet that no rule takes */
    public static Classifier compile(List<Rule> rules, int noMatch) {
        return compile(rules, noMatch, RECENT_BY_DEFAULT);
    }

    /**
     * @param recentEntries size of the table of recent packets, a power of two, 1 to 2^20
     * @throws IllegalArgumentException when the alternatives within rules make more than 10^6 combinations
     */
    public static Classifier compile(List<Rule> rules, int noMatch, int recentEntries) {
        if (Integer.bitCount(recentEntries) != 1 || recentEntries > 1 << 20) {
            throw new IllegalArgumentException(
                    "recentEntries=" + recentEntries + " is not a power of two from 1 to 1048576");
        }
        return new Classifier(List.copyOf(rules), noMatch, recentEntries);
    }

    /** Result of the first rule that takes the packet. */
    public int classify(PacketFields packet) {
        long rest = packet.rest();
        int at = ((int) PacketFields.mixed(packet.flow() ^ rest) & mask) * ENTRY_WORDS;
        if (recent[at + 4] == rest
                && recent[at] == packet.sourceHigh
                && recent[at + 1] == packet.sourceLow
                && recent[at + 2] == packet.destinationHigh
                && recent[at + 3] == packet.destinationLow) {
            return (int) recent[at + 5];
        }
        int result = compiled(packet);
        recent[at] = packet.sourceHigh;
        recent[at + 1] = packet.sourceLow;
        recent[at + 2] = packet.destinationHigh;
        recent[at + 3] = packet.destinationLow;
        recent[at + 4] = rest;
        recent[at + 5] = result;
        return result;
    }

    private int compiled(PacketFields packet) {
        int rule = (packet.ipVersion == 6 ? rulesOfV6 : rulesOfV4).firstMatch(packet);
        return rule == DecisionTree.NO_RULE ? noMatch : results[rule];
    }
}
