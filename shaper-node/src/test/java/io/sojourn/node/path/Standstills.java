// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.node.path.RecordedCrossings.Crossing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Times in which a recorded box did not run for longer than its bucket takes to fill, and so lost credit for good, found
 * in the recording alone. While packets wait, what comes out follows a straight line of the rate; behind a lost time the
 * line goes on later. A wire that stood still shows a pause too, but then packets catch up with the line.
 *
 * <p>Error: the lateness of the quickest of {@value #NEIGHBORS} packets on either side.
 */
final class Standstills {
    private static final int NEIGHBORS = 60;
    /** Pauses so close belong together: there are too few packets in between to see the line. */
    private static final long TOGETHER_NANOS = 40_000_000;
    /** Less is the wire's lateness. */
    private static final long LEAST_STEP_NANOS = 300_000;

    /** From when on and until when the box did nothing. */
    record Standstill(long fromNanos, long untilNanos) {}

    private final List<Crossing> out;
    private final long pathNanos;
    private final long rateBitsPerSecond;
    private final long fillNanos;
    /** How much later than an even rate each packet came out. */
    private final long[] lagNanos;

    private Standstills(List<Crossing> crossings, long pathNanos, long rateBitsPerSecond, long burstBytes) {
        this.out = crossings.stream()
                .filter(crossing -> !crossing.isLost())
                .sorted(Comparator.comparingLong(Crossing::outNanos))
                .toList();
        this.pathNanos = pathNanos;
        this.rateBitsPerSecond = rateBitsPerSecond;
        this.fillNanos = burstBytes * 8_000_000_000L / rateBitsPerSecond;
        this.lagNanos = lags();
    }

    static List<Standstill> find(List<Crossing> crossings, long pathNanos, long rateBitsPerSecond, long burstBytes) {
        return new Standstills(crossings, pathNanos, rateBitsPerSecond, burstBytes).find();
    }

    /** In a recording of this box. */
    static List<Standstill> find(List<Crossing> crossings, RecordedBox box) {
        return find(crossings, RecordedCrossings.pathNanos(crossings), box.rateBitsPerSecond(), box.fillBytes());
    }

    /** How often, and what it cost, in words. */
    static String lost(List<Standstill> standstills, RecordedBox box) {
        long fillNanos = box.fillBytes() * 8_000_000_000L / box.rateBitsPerSecond();
        long lostNanos = standstills.stream()
                .mapToLong(standstill -> standstill.untilNanos() - standstill.fromNanos() - fillNanos)
                .sum();
        String count = standstills.size() == 1 ? "standstill" : standstills.size() + " standstills";
        return String.format(Locale.ROOT, "with its %s of %.1f ms", count, lostNanos / 1e6);
    }

    private List<Standstill> find() {
        List<Standstill> found = new ArrayList<>();
        for (int first = 1; first < out.size(); first++) {
            if (!isPause(first)) {
                continue;
            }
            int last = first;
            for (int i = first + 1;
                    i < out.size() && out.get(i).outNanos() - out.get(last).outNanos() < TOGETHER_NANOS;
                    i++) {
                last = isPause(i) ? i : last;
            }
            long stepNanos = leastLag(last, 1) - leastLag(first - 1, -1);
            if (stepNanos >= LEAST_STEP_NANOS) {
                long untilNanos = out.get(last).outNanos() - pathNanos;
                found.add(new Standstill(untilNanos - fillNanos - stepNanos, untilNanos));
            }
            first = last;
        }
        return found;
    }

    /** Nothing came for longer than the bucket takes to fill, though the packet waited. */
    private boolean isPause(int index) {
        return isBacklogged(index)
                && out.get(index).outNanos() - out.get(index - 1).outNanos() > fillNanos;
    }

    private boolean isBacklogged(int index) {
        return out.get(index).inNanos() < out.get(index - 1).outNanos() - pathNanos;
    }

    private long leastLag(int from, int step) {
        long least = lagNanos[from];
        for (int i = from; Math.abs(i - from) < NEIGHBORS && i > 0 && i < out.size(); i += step) {
            least = Math.min(least, lagNanos[i]);
            if (!isBacklogged(i) || (i != from && isPause(i))) {
                break;
            }
        }
        return least;
    }

    private long[] lags() {
        long[] lags = new long[out.size()];
        double dueNanos = 0;
        for (int i = 0; i < lags.length; i++) {
            lags[i] = out.get(i).outNanos() - out.get(0).outNanos() - (long) dueNanos;
            dueNanos += out.get(i).lengthBytes() * 8e9 / rateBitsPerSecond;
        }
        return lags;
    }
}
