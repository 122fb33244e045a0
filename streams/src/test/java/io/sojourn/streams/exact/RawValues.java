// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Sketch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Remembers the values behind each sketch, so that the sketch of many samples can be made from all their values instead of
 * by merging. Two lots of values with equal sketches stand for each other: all that a sketch holds adds up.
 */
public final class RawValues {
    private final Map<Sketch, long[]> values = new HashMap<>();

    Sketch sketch(long... some) {
        Sketch made = Sketch.of(some);
        values.putIfAbsent(made, some);
        return made;
    }

    /** The sketch of all values of these sketches, each of which was made here or by {@link #remembered}. */
    Sketch together(Stream<Sketch> sketches) {
        List<Sketch> some = sketches.filter(sketch -> !sketch.isEmpty()).toList();
        return some.size() == 1 ? some.get(0) : Sketch.of(allOf(some));
    }

    /** The same, for a sketch of which others are made in turn. */
    Sketch remembered(Stream<Sketch> sketches) {
        List<Sketch> some = sketches.filter(sketch -> !sketch.isEmpty()).toList();
        return some.size() == 1 ? some.get(0) : sketch(allOf(some));
    }

    private long[] allOf(List<Sketch> sketches) {
        return sketches.stream()
                .flatMapToLong(sketch -> LongStream.of(valuesOf(sketch)))
                .toArray();
    }

    private long[] valuesOf(Sketch sketch) {
        long[] known = values.get(sketch);
        if (known == null) {
            throw new IllegalArgumentException("nobody made " + sketch);
        }
        return known;
    }
}
