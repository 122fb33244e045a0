// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

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

    /** Sinks of parents have names of their own: with a sink in common, nodes and parents would be one task. */
    static final String OF_PARENTS = "parents-";

    private final ProcessorContext<byte[], byte[]> context;
    private final WireFormat format;
    private final WindowsCounters counters;
    private final String prefix;

    WindowSink(ProcessorContext<byte[], byte[]> context, WireFormat format, WindowsCounters counters) {
        this(context, format, counters, "");
    }

    private WindowSink(
            ProcessorContext<byte[], byte[]> context, WireFormat format, WindowsCounters counters, String prefix) {
        this.context = context;
        this.format = format;
        this.counters = counters;
        this.prefix = prefix;
    }

    static WindowSink ofParents(ProcessorContext<byte[], byte[]> context, WireFormat format, WindowsCounters counters) {
        return new WindowSink(context, format, counters, OF_PARENTS);
    }

    /** What was put out for one closed window. */
    record Records(List<byte[]> windows, List<byte[]> flows) {}

    Records closed(String node, Closed closed, @Nullable Long clockOffsetMillis, long observedMillis) {
        Head head = new Head(node, closed, Stage.FINAL, clockOffsetMillis);
        long millis = recordMillis(closed.endMillis(), observedMillis);
        List<byte[]> windows = new ArrayList<>(put(Topic.WINDOWS, node, head, closed.windows(), millis));
        windows.addAll(put(Topic.SCOPE_WINDOWS, node, head, closed.sums(), millis));
        parts(head, closed.parts(), millis);
        counters.add(Count.SCOPE_WINDOWS_OUT, closed.sums().size());
        counters.windows(
                Stage.FINAL, closed.size().sizeMillis(), closed.windows().size());
        return new Records(windows, flows(node, closed, millis));
    }

    void early(String node, Closed look, @Nullable Long clockOffsetMillis, long observedMillis) {
        Head head = new Head(node, look, Stage.EARLY, clockOffsetMillis);
        put(Topic.LIVE_WINDOWS, node, head, look.windows(), recordMillis(look.endMillis(), observedMillis));
        counters.windows(Stage.EARLY, look.size().sizeMillis(), look.windows().size());
    }

    void reject(Reject reject) {
        forward(Topic.REJECTS, reject.source(), Wire.write(reject, format), reject.observedMillis());
        counters.add(Count.REJECTED, 1);
    }

    private void parts(Head head, List<QueueWindow> parts, long millis) {
        Map<String, List<QueueWindow>> buckets = new TreeMap<>();
        for (QueueWindow part : parts) {
            buckets.computeIfAbsent(ScopeKey.of(part).bucket(), b -> new ArrayList<>())
                    .add(part);
        }
        buckets.forEach((bucket, list) -> put(Topic.SCOPE_PARTS, bucket, head, list, millis));
    }

    private List<byte[]> put(Topic topic, String key, Head head, List<QueueWindow> windows, long millis) {
        List<byte[]> records = Chunks.of(windows, chunk -> Wire.write(head.batch(chunk), format));
        records.forEach(record -> forward(topic, key, record, millis));
        return records;
    }

    private List<byte[]> flows(String node, Closed closed, long millis) {
        List<byte[]> records = Chunks.of(
                closed.flows(),
                chunk -> Wire.write(
                        new FlowWindowBatch(
                                Schema.CURRENT, node, closed.size().sizeMillis(), closed.startMillis(), fitting(chunk)),
                        format));
        records.forEach(record -> forward(Topic.FLOW_WINDOWS, node, record, millis));
        counters.add(Count.FLOW_WINDOWS_OUT, closed.flows().size());
        return records;
    }

    private List<FlowWindow> fitting(List<FlowWindow> chunk) {
        return chunk.size() == 1 ? List.of(LargerHalf.fitting(chunk.get(0), format)) : chunk;
    }

    private static long recordMillis(long endMillis, long observedMillis) {
        return Math.max(observedMillis - OLDEST_MILLIS, Math.min(observedMillis + NEWEST_MILLIS, endMillis));
    }

    private void forward(Topic topic, String key, byte[] value, long millis) {
        context.forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), value, millis), prefix + topic.suffix());
    }

    /** What the batches of one closed window have in common. */
    private record Head(
            String owner,
            Closed closed,
            Stage stage,
            @Nullable Long clockOffsetMillis) {
        WindowBatch batch(List<QueueWindow> windows) {
            return new WindowBatch(
                    Schema.CURRENT,
                    owner,
                    stage,
                    closed.size().sizeMillis(),
                    closed.startMillis(),
                    clockOffsetMillis,
                    windows);
        }
    }
}
