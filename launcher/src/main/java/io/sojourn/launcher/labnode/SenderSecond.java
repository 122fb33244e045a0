// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the sender of one flow saw in one second. */
final class SenderSecond {
    static final int CELLS = 10;
    static final long NO_FLOOR = Long.MAX_VALUE;

    /** In flight against the offered window from which the window is what holds the sender: as collectors take it. */
    private static final double AT_WINDOW_RATIO = 0.9;

    final SketchBuilder rttMicros = new SketchBuilder();
    /** Least round-trip time of each 100 ms. */
    final long[] floorMicros = new long[CELLS];

    private final List<Long> inflightBytes = new ArrayList<>();
    long dataPackets;
    long resentPackets;

    SenderSecond() {
        Arrays.fill(floorMicros, NO_FLOOR);
    }

    void rtt(long micros, int cell) {
        rttMicros.add(micros);
        floorMicros[cell] = Math.min(floorMicros[cell], micros);
    }

    void inflight(long bytes) {
        inflightBytes.add(bytes);
    }

    /** Median; null when none was seen. */
    @Nullable
    Long inflightBytes() {
        Collections.sort(inflightBytes);
        return inflightBytes.isEmpty() ? null : inflightBytes.get(inflightBytes.size() / 2);
    }

    /** Share of the looks that found the data in flight at the window, 0 to 1. */
    double windowLimitedRatio(long windowBytes) {
        long at = inflightBytes.stream()
                .filter(bytes -> bytes >= AT_WINDOW_RATIO * windowBytes)
                .count();
        return inflightBytes.isEmpty() ? 0 : (double) at / inflightBytes.size();
    }
}
