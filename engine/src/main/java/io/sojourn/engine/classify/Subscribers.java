// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds whose an address is: the entry with the longest prefix that contains it (RFC 1812 section 5.2.4.3). Prefixes are
 * flattened into intervals, so a lookup is one binary search however they are nested. Immutable.
 */
public final class Subscribers {
    /** Nobody's. */
    public static final int NOBODY = -1;

    private final AddressIntervals intervalsOfV4;
    private final AddressIntervals intervalsOfV6;
    private final int[] ownersOfV4;
    private final int[] ownersOfV6;

    /**
     * One prefix of a subscriber.
     *
     * @param owner the caller's number, at least 0
     */
    public record Entry(Prefix prefix, int owner) {}

    public Subscribers(List<Entry> entries) {
        intervalsOfV4 = intervals(entries, 4);
        intervalsOfV6 = intervals(entries, 6);
        ownersOfV4 = owners(entries, 4, intervalsOfV4);
        ownersOfV6 = owners(entries, 6, intervalsOfV6);
    }

    /** Owner of the address, or {@link #NOBODY}. */
    public int owner(int ipVersion, long high, long low) {
        return ipVersion == 6 ? ownersOfV6[intervalsOfV6.of(high, low)] : ownersOfV4[intervalsOfV4.of(high, low)];
    }

    private static AddressIntervals intervals(List<Entry> entries, int ipVersion) {
        return new AddressIntervals(
                ipVersion,
                entries.stream()
                        .map(Entry::prefix)
                        .filter(prefix -> prefix.ipVersion() == ipVersion)
                        .toList());
    }

    /** Written from the shortest prefix to the longest, so that the longest stands. */
    private static int[] owners(List<Entry> entries, int ipVersion, AddressIntervals intervals) {
        int[] owners = new int[intervals.size()];
        Arrays.fill(owners, NOBODY);
        entries.stream()
                .filter(entry -> entry.prefix().ipVersion() == ipVersion)
                .sorted(Comparator.comparingInt(entry -> entry.prefix().lengthBits()))
                .forEach(entry -> {
                    Range covered = intervals.of(entry.prefix());
                    Arrays.fill(owners, covered.low(), covered.high() + 1, entry.owner());
                });
        return owners;
    }
}
