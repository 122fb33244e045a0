// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedHeapTest {
    /** Two heaps of one table, around a time at which keys wrap. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void firstIsAlwaysTheLeast(long seed) {
        Random random = new Random(seed);
        int[] places = KeyedHeap.places(40);
        KeyedHeap heap = new KeyedHeap(places);
        KeyedHeap other = new KeyedHeap(places);
        Map<Integer, Long> keys = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int item = random.nextInt(40);
            long offset = random.nextInt(100_000) - 50_000L;
            if (random.nextInt(3) > 0) {
                other.removeIfPresent(item);
                heap.put(item, Long.MAX_VALUE + offset);
                keys.put(item, offset);
            } else {
                heap.removeIfPresent(item);
                other.put(item, offset);
                keys.remove(item);
            }
            assertThat(heap.isEmpty()).isEqualTo(keys.isEmpty());
            if (!heap.isEmpty()) {
                long least = keys.values().stream().mapToLong(key -> key).min().orElseThrow();
                assertThat(heap.firstKey()).isEqualTo(Long.MAX_VALUE + least);
                assertThat(keys).containsEntry(heap.first(), least);
            }
        }
    }
}
