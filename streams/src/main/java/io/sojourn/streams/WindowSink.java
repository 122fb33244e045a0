// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Puts windows and rejects on their topics.
 *
 * <p>A window's record bears the window's end, but never one far from the broker's time: a broker deletes what bears a
 * time older than the topic's retention, and refuses what bears one more than an hour ahead. So a recording's windows
 * bear at least an hour before the time at which they were made, and at most a minute after it.
 */
final class WindowSink {
    /** Less than the shortest retention. */
    static final long OLDEST_MILLIS = 3_600_000;

    /** More than a live node's clock may be ahead, less than the hour at which a broker refuses. */
    static final long NEWEST_MILLIS = 60_000;

    private final ProcessorContext<byte[], byte[]> context;
    private final WireFormat format;
    private final WindowsCounters counters;

    WindowSink(ProcessorContext<byte[], byte[]> context, WireFormat format, WindowsCounters counters) {
        this.context = context;
        this.format = format;
        this.counters = counters;
    }

    void window(QueueWindow window, long observedMillis) {
        String key = Topic.queueKey(window.node(), window.queue());
        forward(Topic.WINDOWS, key, Wire.write(window, format), recordMillis(window.endMillis(), observedMillis));
        counters.add(Count.WINDOWS_OUT, 1);
    }

    void flowWindow(FlowWindow window, long observedMillis) {
        String key = Topic.queueKey(window.node(), window.queue());
        long endMillis = window.startMillis() + window.sizeMillis();
        forward(Topic.FLOW_WINDOWS, key, fitting(window, format), recordMillis(endMillis, observedMillis));
        counters.add(Count.FLOW_WINDOWS_OUT, 1);
    }

    void reject(Reject reject) {
        forward(Topic.REJECTS, reject.source(), Wire.write(reject, format), reject.observedMillis());
        counters.add(Count.REJECTED, 1);
    }

    private static long recordMillis(long endMillis, long observedMillis) {
        return Math.max(observedMillis - OLDEST_MILLIS, Math.min(observedMillis + NEWEST_MILLIS, endMillis));
    }

    private void forward(Topic topic, String key, byte[] value, long millis) {
        context.forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), value, millis), topic.suffix());
    }

    /** Names and round-trip times of the flows may pass the size of a record: then the smaller half joins the others. */
    static byte[] fitting(FlowWindow window, WireFormat format) {
        try {
            return Wire.write(window, format);
        } catch (OutOfRange tooLarge) {
            if (window.flows().isEmpty()) {
                throw tooLarge;
            }
            return fitting(largerHalf(window), format);
        }
    }

    private static FlowWindow largerHalf(FlowWindow window) {
        int half = window.flows().size() / 2;
        long otherBytes = window.otherBytes();
        for (FlowSample flow : window.flows().subList(half, window.flows().size())) {
            otherBytes = otherBytes > Long.MAX_VALUE - flow.bytes() ? Long.MAX_VALUE : otherBytes + flow.bytes();
        }
        return new FlowWindow(
                window.schema(),
                window.node(),
                window.queue(),
                window.sizeMillis(),
                window.startMillis(),
                window.flows().subList(0, half),
                otherBytes);
    }
}
