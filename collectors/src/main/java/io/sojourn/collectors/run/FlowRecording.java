// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.telemetry.FlowSample;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the flows of a recording showed, second by second. */
final class FlowRecording {
    /** Share of the sockets' data segments that a capture of the whole run has at least: the last poll misses some. */
    private static final double WHOLE_RATIO = 0.9;

    /** A capture half the round trip or more away from the sender is not one at the sender. */
    private static final double AT_SENDER_RATIO = 0.5;

    /** Loss keeps data in flight longer than a clean round trip: twice under a policer, four times with reordering. */
    private static final double LITTLES_LAW_LIMIT = 5;

    private final TreeMap<Long, FlowView> seconds;

    /** @param seconds views by the second since 1970 they begin at */
    FlowRecording(SortedMap<Long, FlowView> seconds) {
        this.seconds = new TreeMap<>(seconds);
    }

    SortedMap<Long, FlowView> seconds() {
        return seconds;
    }

    FlowView second(long second) {
        return seconds.getOrDefault(second, FlowView.none());
    }

    boolean isEmpty() {
        return dataPackets() == 0;
    }

    long dataPackets() {
        long sum = 0;
        for (FlowView view : seconds.values()) {
            @Nullable Long packets = view.dataPackets();
            sum += packets == null ? 0 : packets;
        }
        return sum;
    }

    /** Bytes of the flows shown, as they were sent. */
    long bytes() {
        return seconds.values().stream()
                .flatMap(view -> view.flows().stream())
                .mapToLong(FlowSample::bytes)
                .sum();
    }

    /**
     * The capture where it tells more than the sockets: it is of the whole run, taken at the sender (further on, its
     * round-trip times miss the path before it and its losses those behind), and saw the queue.
     */
    static FlowRecording better(FlowRecording sockets, FlowRecording capture) {
        if (sockets.isEmpty() || capture.isEmpty()) {
            return sockets.isEmpty() ? capture : sockets;
        }
        boolean whole = capture.dataPackets() >= WHOLE_RATIO * sockets.dataPackets();
        boolean atSender = capture.minRttMicros() >= AT_SENDER_RATIO * sockets.minRttMicros();
        return whole && atSender && capture.littlesLawRatio() <= LITTLES_LAW_LIMIT ? capture : sockets;
    }

    /**
     * Data in flight against rate times round-trip time, the middle of the seconds; 1 by Little's law (Little 1961, L =
     * lambda W), 0 when no second shows all three. A capture on the wrong side of the queue has the data but not the time.
     */
    private double littlesLawRatio() {
        double[] ratios = seconds.values().stream()
                .mapToDouble(FlowRecording::littlesLawRatio)
                .filter(ratio -> ratio > 0)
                .sorted()
                .toArray();
        return ratios.length == 0 ? 0 : ratios[ratios.length / 2];
    }

    private static double littlesLawRatio(FlowView view) {
        Long inflightBytes = view.inflightBytes();
        long bytesPerSecond = view.flows().stream().mapToLong(FlowSample::bytes).sum();
        double rttSeconds = view.rttMicros().quantile(0.5).orElse(0) / 1e6;
        return inflightBytes == null || bytesPerSecond == 0 || rttSeconds == 0
                ? 0
                : inflightBytes / (bytesPerSecond * rttSeconds);
    }

    /** Least round-trip time any flow knows of, {@code Long.MAX_VALUE} when there is none. */
    private long minRttMicros() {
        return seconds.values().stream()
                .flatMap(view -> view.flows().stream())
                .map(FlowSample::minRttMicros)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
