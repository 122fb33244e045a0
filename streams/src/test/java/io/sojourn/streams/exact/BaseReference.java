// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The least round-trip time of a window, and of the minutes that closed before it and ended within ten minutes of its end. */
final class BaseReference {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long BASE_MILLIS = 600_000;

    private final List<Minute> minutes = new ArrayList<>();

    /** Puts the base into a window that closes now, and remembers the window if it is a minute. */
    void put(Map<String, Object> window, String thing) {
        Sketch rtt = (Sketch) window.get("rttMicros");
        long sizeMillis = (long) window.get("sizeMillis");
        long endMillis = (long) window.get("startMillis") + sizeMillis;
        window.put("baseRttMicros", of(thing, endMillis, rtt));
        if (sizeMillis == MINUTE_MILLIS) {
            minutes.add(new Minute(thing, endMillis, rtt));
        }
    }

    private Long of(String thing, long endMillis, Sketch own) {
        List<Sketch> seen = new ArrayList<>(List.of(own));
        minutes.stream()
                .filter(minute -> minute.thing().equals(thing))
                .filter(minute -> minute.endMillis() > endMillis - BASE_MILLIS)
                .forEach(minute -> seen.add(minute.rtt()));
        return seen.stream()
                .filter(sketch -> !sketch.isEmpty())
                .map(Sketch::min)
                .min(Long::compareTo)
                .orElse(null);
    }

    private record Minute(String thing, long endMillis, Sketch rtt) {}
}
