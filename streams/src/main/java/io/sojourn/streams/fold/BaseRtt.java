// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Sketch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The least round-trip time of each thing in the ten minutes before a window's end: what the path takes when nothing waits.
 * Made of the windows of 1 min that have closed and of the window itself.
 *
 * <p>Error: too high when no minute of ten saw an empty queue; a path that became longer shows after ten minutes.
 */
final class BaseRtt {
    static final long MINUTE_MILLIS = 60_000;
    static final long HORIZON_MILLIS = 10 * MINUTE_MILLIS;

    private final Map<String, Deque<Floor>> floors = new HashMap<>();

    /** @param total of a window that closes now */
    @Nullable
    Long of(String thing, WindowTotal total) {
        long oldestMillis = total.startMillis + total.sizeMillis - HORIZON_MILLIS;
        long least = total.sketch(Sketches.RTT).isEmpty()
                ? Long.MAX_VALUE
                : total.sketch(Sketches.RTT).min();
        Deque<Floor> known = floors.get(thing);
        if (known != null) {
            for (Floor floor : known) {
                least = floor.endMillis() > oldestMillis ? Math.min(least, floor.micros()) : least;
            }
        }
        return least == Long.MAX_VALUE ? null : Long.valueOf(least);
    }

    /** Takes in a window of 1 min that closed. */
    void note(String thing, WindowTotal minute) {
        Sketch rtt = minute.sketch(Sketches.RTT);
        if (!rtt.isEmpty()) {
            floors.computeIfAbsent(thing, t -> new ArrayDeque<>(2))
                    .addLast(new Floor(minute.startMillis + minute.sizeMillis, rtt.min()));
        }
    }

    /** Forgets what no window that may still close can need. */
    void forget(long endMillis) {
        floors.values().removeIf(known -> {
            while (!known.isEmpty() && known.getFirst().endMillis() <= endMillis) {
                known.removeFirst();
            }
            return known.isEmpty();
        });
    }

    /** Least round-trip time of a minute. */
    private record Floor(long endMillis, long micros) {}
}
