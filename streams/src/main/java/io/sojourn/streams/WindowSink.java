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

/** Puts windows and rejects on their topics. A window's record bears the window's end. */
final class WindowSink {
    private final ProcessorContext<byte[], byte[]> context;
    private final WireFormat format;
    private final WindowsCounters counters;

    WindowSink(ProcessorContext<byte[], byte[]> context, WireFormat format, WindowsCounters counters) {
        this.context = context;
        this.format = format;
        this.counters = counters;
    }

    void window(QueueWindow window) {
        String key = Topic.queueKey(window.node(), window.queue());
        forward(Topic.WINDOWS, key, Wire.write(window, format), window.endMillis());
        counters.add(Count.WINDOWS_OUT, 1);
    }

    void flowWindow(FlowWindow window) {
        String key = Topic.queueKey(window.node(), window.queue());
        forward(Topic.FLOW_WINDOWS, key, fitting(window, format), window.startMillis() + window.sizeMillis());
        counters.add(Count.FLOW_WINDOWS_OUT, 1);
    }

    void reject(Reject reject) {
        forward(Topic.REJECTS, reject.source(), Wire.write(reject, format), reject.observedMillis());
        counters.add(Count.REJECTED, 1);
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
