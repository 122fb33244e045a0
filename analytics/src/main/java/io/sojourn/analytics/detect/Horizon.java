// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the windows of a horizon. Exact sums; sketches merge without loss.
 *
 * @param windows ascending, at least one
 */
record Horizon(List<QueueWindow> windows) {
    long startMillis() {
        return windows.get(0).startMillis();
    }

    long endMillis() {
        return newest().endMillis();
    }

    QueueSettings settings() {
        return newest().settings();
    }

    private QueueWindow newest() {
        return windows.get(windows.size() - 1);
    }

    /** The newest windows, {@code millis} of them at most. */
    Horizon last(long millis) {
        long from = endMillis() - millis;
        return new Horizon(
                windows.stream().filter(window -> window.startMillis() >= from).toList());
    }

    long coveredMillis() {
        return sum(QueueWindow::coveredMillis);
    }

    long offeredPackets() {
        return sum(QueueWindow::offeredPackets);
    }

    long sentPackets() {
        return sum(QueueWindow::sentPackets);
    }

    DropCounts drops() {
        return windows.stream().map(QueueWindow::drops).reduce(DropCounts.NONE, DropCounts::plus);
    }

    /** Sent bits over covered time; 0 when nothing is covered. */
    double throughputBitsPerSecond() {
        long millis = coveredMillis();
        return millis == 0 ? 0 : sum(QueueWindow::sentBytes) * 8e3 / millis;
    }

    /** Median of the windows that sent anything; 0 when none did. */
    double medianThroughputBitsPerSecond() {
        return median(window ->
                window.coveredMillis() == 0 ? 0L : (Long) (window.sentBytes() * 8_000 / window.coveredMillis()));
    }

    /** Payload over covered time, see {@link ReceiveWindowLimit}. */
    double payloadBitsPerSecond() {
        long millis = coveredMillis();
        long bytes = sum(QueueWindow::sentBytes) - sentPackets() * ReceiveWindowLimit.HEADER_BYTES;
        return millis == 0 ? 0 : Math.max(0, bytes) * 8e3 / millis;
    }

    /** The rate as set, else as measured; at least 1. */
    double rateBitsPerSecond() {
        @Nullable Long set = settings().rateBitsPerSecond();
        return Math.max(1, set != null ? set : throughputBitsPerSecond());
    }

    long dataPackets() {
        return sum(window -> orZero(window.dataPackets()));
    }

    long retransmittedPackets() {
        return sum(window -> orZero(window.retransmittedPackets()));
    }

    long reorderedPackets() {
        return sum(window -> orZero(window.reorderedPackets()));
    }

    /** Of the data packets, those that came after later ones; empty where nobody looked. */
    OptionalDouble reorderedRatio() {
        boolean seen = windows.stream().anyMatch(window -> window.reorderedPackets() != null);
        long data = dataPackets();
        return seen && data > 0
                ? OptionalDouble.of(Math.min(1, (double) reorderedPackets() / data))
                : OptionalDouble.empty();
    }

    /** Data segments sent again over data segments; 0 when none were seen. */
    double retransmitRatio() {
        long data = dataPackets();
        return data == 0 ? 0 : (double) retransmittedPackets() / data;
    }

    Sketch rttMicros() {
        return merged(QueueWindow::rttMicros);
    }

    Sketch rttFloorMicros() {
        return merged(QueueWindow::rttFloorMicros);
    }

    Sketch sojournMicros() {
        return merged(QueueWindow::sojournMicros);
    }

    Sketch sojournFloorMicros() {
        return merged(QueueWindow::sojournFloorMicros);
    }

    /** Whether a node of ours conditions this queue: nothing else sees sojourn times or bucket levels. */
    boolean isConditioned() {
        return windows.stream()
                .anyMatch(window -> !window.sojournMicros().isEmpty()
                        || !window.tokensAtLossBytes().isEmpty());
    }

    /** Median of the windows that saw any; 0 when none did. */
    double advertisedWindowBytes() {
        return median(QueueWindow::advertisedWindowBytes);
    }

    /** Median of the windows that saw any; 0 when none did. */
    double inflightBytes() {
        return median(QueueWindow::inflightBytes);
    }

    /** Median of the windows that saw any; 0 when none did. */
    double activeFlows() {
        return median(QueueWindow::activeFlows);
    }

    /** Median of the windows that saw any; 0 when none did. */
    double windowLimitedFlows() {
        return median(QueueWindow::windowLimitedFlows);
    }

    boolean seesUnresponsive() {
        return windows.stream().anyMatch(window -> window.unresponsiveBytes() != null);
    }

    /** Unresponsive bytes over offered bytes, 0 to 1. */
    double unresponsiveRatio() {
        long offered = sum(QueueWindow::offeredBytes);
        long unresponsive = sum(window -> orZero(window.unresponsiveBytes()));
        return offered == 0 ? 0 : Math.min(1, (double) unresponsive / offered);
    }

    /** The second in the middle: the first and last of a run are but partly filled. */
    private double median(Function<QueueWindow, @Nullable Long> field) {
        long[] seen = windows.stream()
                .map(field)
                .filter(value -> value != null && value > 0)
                .mapToLong(Horizon::orZero)
                .sorted()
                .toArray();
        return seen.length == 0 ? 0 : seen[seen.length / 2];
    }

    private long sum(ToLongFunction<QueueWindow> field) {
        return windows.stream().mapToLong(field).sum();
    }

    private Sketch merged(Function<QueueWindow, Sketch> field) {
        SketchBuilder builder = new SketchBuilder();
        windows.forEach(window -> builder.add(field.apply(window)));
        return builder.build();
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
