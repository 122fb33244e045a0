// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.streams.WindowsCounters;
import io.sojourn.streams.WindowsJob;
import io.sojourn.telemetry.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/** What the windows job tells of itself. */
public final class WindowsMetrics {
    private static final Set<String> STORE_BYTES = Set.of("size-all-mem-tables", "total-sst-files-size");

    private final WindowsJob job;

    private WindowsMetrics(WindowsJob job) {
        this.job = job;
    }

    public static void bind(SelfMetrics metrics, WindowsJob job) {
        WindowsMetrics windows = new WindowsMetrics(job);
        windows.counters(metrics, job.counters());
        WindowsNodes nodes = new WindowsNodes(job.latest(), System::currentTimeMillis);
        metrics.counts(SelfMetric.WINDOWS_LATE, nodes::late);
        metrics.gauges(SelfMetric.WINDOWS_CLOCK_OFFSET, nodes::clockOffsets);
        metrics.gauge(SelfMetric.WINDOWS_WATERMARK_DELAY, nodes::watermarkDelaySeconds);
        metrics.gauge(SelfMetric.WINDOWS_NODES, nodes::count);
        metrics.gauge(SelfMetric.WINDOWS_LAG, windows::lag);
        metrics.gauge(SelfMetric.WINDOWS_STATE, windows::stateBytes);
        metrics.kafka(job::kafkaMetrics);
    }

    private void counters(SelfMetrics metrics, WindowsCounters counters) {
        metrics.count(SelfMetric.WINDOWS_BATCHES, counters::batchesIn);
        metrics.count(SelfMetric.WINDOWS_SAMPLES, counters::samplesIn);
        metrics.count(SelfMetric.WINDOWS_UNREADABLE, counters::unreadable);
        metrics.count(SelfMetric.WINDOWS_DUPLICATES, counters::duplicates);
        metrics.count(SelfMetric.WINDOWS_WRONG_CLOCK, counters::wrongClocks);
        metrics.count(SelfMetric.WINDOWS_UNFIT, counters::unfit);
        metrics.count(SelfMetric.WINDOWS_LOST, counters::lostBatches);
        metrics.count(SelfMetric.WINDOWS_REJECTED, counters::rejected);
        metrics.count(SelfMetric.WINDOWS_THREADS_REPLACED, counters::threadsReplaced);
        metrics.count(SelfMetric.FLOW_WINDOWS_OUT, counters::flowWindowsOut);
        metrics.count(SelfMetric.PARTS_IN, counters::partsIn);
        metrics.count(SelfMetric.LATE_PARTS, counters::lateParts);
        metrics.count(SelfMetric.SCOPE_WINDOWS_OUT, counters::scopeWindowsOut);
        metrics.counts(SelfMetric.WINDOWS_OUT, () -> bySizeAndStage(counters));
        metrics.times(SelfMetric.WINDOWS_PROCESSING, counters::batchesIn, counters::processingNanos);
        metrics.gauge(SelfMetric.WINDOWS_OPEN, () -> (double) counters.openWindows());
    }

    private static Map<List<String>, Long> bySizeAndStage(WindowsCounters counters) {
        Map<List<String>, Long> all = new HashMap<>();
        for (Stage stage : Stage.values()) {
            counters.windowsOutBySizeMillis(stage)
                    .forEach((size, out) ->
                            all.put(List.of(name(size), stage.name().toLowerCase(Locale.ROOT)), out));
        }
        return all;
    }

    private static String name(long sizeMillis) {
        long seconds = sizeMillis / 1_000;
        return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** A partition may be told of under two spellings of its topic. */
    private @Nullable Double lag() {
        Map<String, Double> byPartition = job.kafkaMetrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("records-lag"))
                .filter(metric -> tag(metric, "topic").endsWith("samples"))
                .filter(metric -> metric.metricValue() instanceof Double lag && lag >= 0)
                .collect(Collectors.toMap(
                        metric -> tag(metric, "partition"), metric -> (Double) metric.metricValue(), Math::max));
        return byPartition.isEmpty()
                ? null
                : Double.valueOf(
                        byPartition.values().stream().mapToDouble(lag -> lag).sum());
    }

    private @Nullable Double stateBytes() {
        List<Double> bytes = job.kafkaMetrics().values().stream()
                .filter(metric -> STORE_BYTES.contains(metric.metricName().name()))
                .map(Metric::metricValue)
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).doubleValue())
                .toList();
        return bytes.isEmpty()
                ? null
                : Double.valueOf(bytes.stream().mapToDouble(each -> each).sum());
    }

    private static String tag(Metric metric, String name) {
        return metric.metricName().tags().getOrDefault(name, "");
    }
}
