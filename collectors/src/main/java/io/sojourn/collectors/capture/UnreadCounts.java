// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.Unread;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** How many packets could not be read, by what they were; from the {@value #LIMIT}th kind on together. */
final class UnreadCounts {
    static final int LIMIT = 64;

    private final int[] kinds = new int[LIMIT];
    private final long[] packets = new long[LIMIT];
    private int size;
    private long others;

    /** @param unread see {@link Unread} */
    void add(int unread) {
        for (int i = 0; i < size; i++) {
            if (kinds[i] == unread) {
                packets[i]++;
                return;
            }
        }
        if (size == LIMIT) {
            others++;
            return;
        }
        kinds[size] = unread;
        packets[size++] = 1;
    }

    /** By name, those with the most packets first. */
    Map<String, Long> byName() {
        Map<String, Long> named = new LinkedHashMap<>();
        Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        Arrays.sort(order, (left, right) -> Long.compare(packets[right], packets[left]));
        for (int index : order) {
            named.merge(Unread.name(kinds[index]), packets[index], Long::sum);
        }
        if (others > 0) {
            named.put("others", others);
        }
        return named;
    }
}
