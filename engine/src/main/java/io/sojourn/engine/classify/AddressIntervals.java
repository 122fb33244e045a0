// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts the address space where any of a set of prefixes begins or ends, and tells in which interval an address lies.
 * A table by the first 16 bits of the address leaves a binary search over the cuts that share them.
 */
final class AddressIntervals {
    private static final Comparator<long[]> BY_ADDRESS = (one, other) -> compare(one[0], one[1], other[0], other[1]);
    private static final int TABLE_BITS = 16;

    private final long[] highs;
    private final long[] lows;
    private final int shift;
    private final boolean byHigh;
    private final int[] table = new int[(1 << TABLE_BITS) + 1];

    /** @param prefixes all of {@code ipVersion} */
    AddressIntervals(int ipVersion, List<Prefix> prefixes) {
        List<long[]> cuts = cuts(ipVersion, prefixes);
        highs = cuts.stream().mapToLong(cut -> cut[0]).toArray();
        lows = cuts.stream().mapToLong(cut -> cut[1]).toArray();
        byHigh = ipVersion == 6;
        shift = byHigh ? 64 - TABLE_BITS : 32 - TABLE_BITS;
        fillTable();
    }

    /** How many intervals there are; the first begins at the lowest address. */
    int size() {
        return highs.length;
    }

    /** Number of the interval in which the address lies. */
    int of(long high, long low) {
        int key = key(high, low);
        int first = table[key];
        int last = table[key + 1];
        while (first < last) {
            int middle = (first + last + 1) >>> 1;
            if (compare(highs[middle], lows[middle], high, low) <= 0) {
                first = middle;
            } else {
                last = middle - 1;
            }
        }
        return first;
    }

    /** Intervals from the prefix' first address to its last. */
    Range of(Prefix prefix) {
        return new Range(of(prefix.high(), prefix.low()), of(prefix.lastHigh(), prefix.lastLow()));
    }

    private int key(long high, long low) {
        return (int) ((byHigh ? high : low & 0xffff_ffffL) >>> shift);
    }

    /** Entry k: the interval in which the lowest address with key k lies. */
    private void fillTable() {
        int interval = 0;
        for (int key = 0; key < 1 << TABLE_BITS; key++) {
            long word = (long) key << shift;
            long high = byHigh ? word : 0;
            long low = byHigh ? 0 : word;
            while (interval + 1 < highs.length && compare(highs[interval + 1], lows[interval + 1], high, low) <= 0) {
                interval++;
            }
            table[key] = interval;
        }
        table[1 << TABLE_BITS] = highs.length - 1;
    }

    private static List<long[]> cuts(int ipVersion, List<Prefix> prefixes) {
        List<long[]> cuts = new ArrayList<>();
        cuts.add(new long[] {0, 0});
        for (Prefix prefix : prefixes) {
            cuts.add(new long[] {prefix.high(), prefix.low()});
            long nextLow = prefix.lastLow() + 1;
            boolean carries = ipVersion == 6 ? nextLow == 0 : nextLow > 0xffff_ffffL;
            long nextHigh = prefix.lastHigh() + (carries && ipVersion == 6 ? 1 : 0);
            boolean isPastTheLast = carries && (ipVersion == 4 || nextHigh == 0);
            if (!isPastTheLast) {
                cuts.add(new long[] {nextHigh, nextLow});
            }
        }
        cuts.sort(BY_ADDRESS);
        return distinct(cuts);
    }

    private static List<long[]> distinct(List<long[]> sorted) {
        List<long[]> distinct = new ArrayList<>();
        for (long[] cut : sorted) {
            if (distinct.isEmpty() || BY_ADDRESS.compare(distinct.get(distinct.size() - 1), cut) != 0) {
                distinct.add(cut);
            }
        }
        return distinct;
    }

    private static int compare(long highOne, long lowOne, long highOther, long lowOther) {
        int byHigh = Long.compareUnsigned(highOne, highOther);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(lowOne, lowOther);
    }
}
