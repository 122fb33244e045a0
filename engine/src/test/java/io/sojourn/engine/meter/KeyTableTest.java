// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTableTest {
    private static List<Long> keys(KeyTable table) {
        List<Long> keys = new ArrayList<>();
        for (int slot = table.oldest(); slot != KeyTable.NONE; slot = table.newerThan(slot)) {
            keys.add(table.key(slot));
        }
        return keys;
    }

    /** The same calls on a map in access order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void anyCallsLeaveTheKeysAndTheirOrderOfUse(long seed) {
        var random = new Random(seed);
        int limit = 1 + random.nextInt(200);
        var table = new KeyTable(limit, seed);
        Map<Long, Integer> expected = new LinkedHashMap<>(16, 0.75f, true);
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(2 * limit + 2);
            int slot = table.find(key);
            assertThat(slot != KeyTable.NONE).isEqualTo(expected.containsKey(key));
            if (slot == KeyTable.NONE && !table.isFull()) {
                expected.put(key, table.add(key));
            } else if (slot == KeyTable.NONE || random.nextInt(3) == 0) {
                int gone = slot == KeyTable.NONE ? table.oldest() : slot;
                expected.remove(table.key(gone));
                table.remove(gone);
            } else {
                assertThat(slot).isEqualTo(expected.get(key));
                table.touch(slot);
            }
            assertThat(table.size()).isEqualTo(expected.size()).isLessThanOrEqualTo(limit);
            assertThat(table.capacity()).isLessThanOrEqualTo(limit);
            if (i % 100 == 0) {
                assertThat(keys(table)).isEqualTo(List.copyOf(expected.keySet()));
            }
        }
    }

    @Test
    void fullTableTakesNoMore() {
        var table = new KeyTable(1, 0);
        table.add(7);
        assertThat(table.isFull()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> table.add(8)).withMessageContaining("1 keys");
    }
}
