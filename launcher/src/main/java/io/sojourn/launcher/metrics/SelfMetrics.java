// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * What this process tells of itself. Modules count for themselves; here their numbers are asked for when somebody reads.
 * Safe for use by several threads.
 */
public final class SelfMetrics implements AutoCloseable {
    /** Of the text: Prometheus exposition format 0.0.4. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final KafkaBinding kafka = new KafkaBinding();
    private final List<Runnable> beforeText = new ArrayList<>();

    /** Has the machine's numbers: memory, collections, threads, classes, processor, files, uptime. */
    public SelfMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    /** A number that only grows. */
    public void count(SelfMetric metric, LongSupplier total) {
        counter(metric, Tags.empty(), total);
    }

    /**
     * Numbers that only grow, by the values of the metric's labels. A value that is new is taken up at the next reading;
     * who counts bounds how many there are.
     */
    public synchronized void counts(SelfMetric metric, Supplier<Map<List<String>, Long>> totals) {
        Map<List<String>, Long> now = new ConcurrentHashMap<>();
        beforeText.add(() -> {
            Map<List<String>, Long> read = totals.get();
            now.keySet().retainAll(read.keySet());
            now.putAll(read);
            read.keySet().forEach(values -> counter(metric, tags(metric, values), () -> now.getOrDefault(values, 0L)));
        });
    }

    /** How often something was done, and how long it took all together. */
    public void times(SelfMetric metric, LongSupplier count, LongSupplier totalNanos) {
        FunctionTimer.builder(
                        metric.family(),
                        this,
                        self -> count.getAsLong(),
                        self -> totalNanos.getAsLong(),
                        TimeUnit.NANOSECONDS)
                .description(metric.help())
                .register(registry);
    }

    /** A number that goes up and down; null when there is none now, and then it is not told. */
    public void gauge(SelfMetric metric, Supplier<@Nullable Double> value) {
        gauges(metric, () -> {
            Double now = value.get();
            return now == null ? Map.of() : Map.of(List.of(), now);
        });
    }

    /** Numbers that go up and down, by the values of the metric's labels; what is missing is no longer told. */
    public synchronized void gauges(SelfMetric metric, Supplier<Map<List<String>, Double>> values) {
        MultiGauge gauge =
                MultiGauge.builder(metric.family()).description(metric.help()).register(registry);
        beforeText.add(() -> gauge.register(
                values.get().entrySet().stream()
                        .map(row -> MultiGauge.Row.of(tags(metric, row.getKey()), row.getValue()))
                        .toList(),
                true));
    }

    /** What Kafka's own clients tell, which may be nothing at first and change later. */
    public void kafka(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        kafka.bind(metrics, registry);
    }

    /** All of it, as it is now. */
    public synchronized String text() {
        beforeText.forEach(Runnable::run);
        return registry.scrape();
    }

    @Override
    public void close() {
        kafka.close();
        gc.close();
        registry.close();
    }

    private void counter(SelfMetric metric, Tags tags, LongSupplier total) {
        FunctionCounter.builder(metric.family(), this, self -> total.getAsLong())
                .description(metric.help())
                .tags(tags)
                .register(registry);
    }

    private static Tags tags(SelfMetric metric, List<String> values) {
        Tags tags = Tags.empty();
        for (int i = 0; i < values.size(); i++) {
            tags = tags.and(metric.labels().get(i), values.get(i));
        }
        return tags;
    }
}
