// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.OutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** As few records as will hold a list. */
final class Chunks {
    /** So many windows in JSON are as a rule less than a record holds. */
    private static final int FIRST_TRY = 128;

    private Chunks() {}

    /** @param write refuses with {@link OutOfRange} what is too large; of one item it must not */
    static <T> List<byte[]> of(List<T> items, Function<List<T>, byte[]> write) {
        List<byte[]> records = new ArrayList<>();
        for (int from = 0; from < items.size(); from += FIRST_TRY) {
            add(records, items.subList(from, Math.min(items.size(), from + FIRST_TRY)), write);
        }
        return records;
    }

    private static <T> void add(List<byte[]> records, List<T> items, Function<List<T>, byte[]> write) {
        byte[] record;
        try {
            record = write.apply(items);
        } catch (OutOfRange tooLarge) {
            if (items.size() == 1) {
                throw tooLarge;
            }
            add(records, items.subList(0, items.size() / 2), write);
            add(records, items.subList(items.size() / 2, items.size()), write);
            return;
        }
        records.add(record);
    }
}
