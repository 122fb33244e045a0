// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoublePredicate;

/** Simulated bucket levels in bytes, each as often as it was met by a packet. */
final class Levels {
    private record Level(double bytes, long packets) {}

    private final List<Level> levels = new ArrayList<>();
    private long packets;
    private double sum;

    void add(double bytes, long times) {
        if (times > 0) {
            levels.add(new Level(bytes, times));
            packets += times;
            sum += bytes * times;
        }
    }

    long packets() {
        return packets;
    }

    /** Not a number when there is none. */
    double mean() {
        return sum / packets;
    }

    /** The level of rank packets/2 (the upper of two middles, as a list indexed by half its length gives). */
    double median() {
        levels.sort(Comparator.comparingDouble(Level::bytes));
        long seen = 0;
        for (Level level : levels) {
            seen += level.packets();
            if (seen > packets / 2) {
                return level.bytes();
            }
        }
        return Double.NaN;
    }

    /** Share of packets that met a level for which the test holds, 0 to 1. */
    double share(DoublePredicate test) {
        long met = 0;
        for (Level level : levels) {
            met += test.test(level.bytes()) ? level.packets() : 0;
        }
        return packets == 0 ? 0 : (double) met / packets;
    }
}
