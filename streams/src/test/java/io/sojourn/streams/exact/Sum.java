// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Sums and greatest values; of what nobody knows, null. */
final class Sum {
    private Sum() {}

    static <T> long of(List<T> all, ToLongFunction<T> value) {
        return all.stream().mapToLong(value).sum();
    }

    static <T> Long known(List<T> all, Function<T, Long> value) {
        return all.stream().map(value).filter(Objects::nonNull).reduce(null, (a, b) -> a == null ? b : (Long) (a + b));
    }

    static <T, V extends Comparable<V>> V greatest(List<T> all, Function<T, V> value) {
        return all.stream()
                .map(value)
                .filter(Objects::nonNull)
                .max(V::compareTo)
                .orElse(null);
    }

    static Double ratio(Long part, Long base) {
        return part == null || base == null || base == 0 ? null : (Double) Math.min(1, (double) part / base);
    }
}
