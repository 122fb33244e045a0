// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Windows;
import io.sojourn.testkit.Windows.QueueWindowBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * One queue second by second: at 20 Mbit/s, seen from outside, with a round trip of 5 ms. What a run is made of comes in
 * phases; every window and trail is worked out from its second alone.
 */
public final class Recording {
    public static final String NODE = "n";
    public static final String QUEUE = "q";

    private static final long PACKETS = 1_651;
    private static final int FRAME_BYTES = 1_514;
    private static final int CELLS_A_SECOND = 100;
    private static final int BUCKET_PACKETS = 66;

    /** A window of one second, and the trail of its losses if there are any. */
    public record Second(QueueWindow window, List<LossTrail> trails) {}

    private final List<Second> seconds = new ArrayList<>();
    private final Clocking clocking;
    private long second;

    public Recording(Clocking clocking, long startSecond) {
        this.clocking = clocking;
        this.second = startSecond;
    }

    /** No loss, no queue. */
    public Recording healthy(int count) {
        return phase(count, window -> window.rttMicros(5_100, 5_300, 5_600).rttFloorMicros(floors(5_100)), false);
    }

    /** No loss, a queue that stands at 107 ms. */
    public Recording bloated(int count) {
        return phase(
                count,
                window -> window.rttMicros(5_100, 105_000, 107_000, 107_000).rttFloorMicros(floors(105_000)),
                false);
    }

    /** A tenth of the packets lost at a policer elsewhere. */
    public Recording policed(int count) {
        return phase(
                count,
                window -> window.rttMicros(5_100, 5_300, 5_600)
                        .rttFloorMicros(floors(5_100))
                        .segments(PACKETS + 180, 180),
                true);
    }

    /** Samples, but no packet in them. */
    public Recording idle(int count) {
        for (int i = 0; i < count; i++) {
            seconds.add(new Second(window(0).build(), List.of()));
            second++;
        }
        return this;
    }

    /** Seconds without a sample. */
    public Recording away(int count) {
        second += count;
        return this;
    }

    public List<Second> seconds() {
        return List.copyOf(seconds);
    }

    private Recording phase(int count, java.util.function.UnaryOperator<QueueWindowBuilder> with, boolean lossy) {
        for (int i = 0; i < count; i++) {
            QueueWindow window = with.apply(window(PACKETS)).build();
            seconds.add(new Second(window, lossy ? List.of(trail()) : List.of()));
            second++;
        }
        return this;
    }

    private QueueWindowBuilder window(long packets) {
        return Windows.queue(NODE, QUEUE)
                .clocking(clocking)
                .start(second * 1_000)
                .sent(packets);
    }

    private static long[] floors(long micros) {
        return new long[] {micros, micros, micros, micros, micros, micros, micros, micros, micros, micros};
    }

    /**
     * What passes in each 10 ms is what the rate gives, and two packets are lost in most of them. Traffic that begins with
     * it meets a full bucket first.
     */
    private LossTrail trail() {
        List<LossCell> cells = new ArrayList<>();
        boolean begins = seconds.isEmpty();
        long passed = 0;
        for (int i = 0; i < CELLS_A_SECOND; i++) {
            long packets = PACKETS * (i + 1) / CELLS_A_SECOND - passed;
            passed += packets;
            boolean full = begins && i == 0;
            long lost = full || i % 10 == 9 ? 0 : 2;
            long with = packets + (full ? BUCKET_PACKETS : 0);
            cells.add(new LossCell(i, with, with * FRAME_BYTES, lost, lost * FRAME_BYTES));
        }
        return new LossTrail(
                QUEUE, LossTrail.AGGREGATE, second * 1_000_000, 10_000, cells, Sketch.of(5_300, 5_400), 5_100);
    }
}
