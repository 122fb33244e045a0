// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Binds what Kafka's clients measure. They come and go, so the names are looked through again every ten seconds. */
final class KafkaBinding implements AutoCloseable {
    private static final Duration LOOKED_THROUGH_EVERY = Duration.ofSeconds(10);

    private final List<KafkaClientMetrics> bound = new ArrayList<>();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "kafka-metrics");
        thread.setDaemon(true);
        return thread;
    });

    synchronized void bind(Supplier<Map<MetricName, ? extends Metric>> metrics, MeterRegistry registry) {
        KafkaClientMetrics binder = new KafkaClientMetrics(client(metrics), Tags.empty(), looks, LOOKED_THROUGH_EVERY);
        binder.bindTo(registry);
        bound.add(binder);
    }

    @Override
    public synchronized void close() {
        looks.shutdownNow();
        bound.forEach(KafkaClientMetrics::close);
    }

    /** Micrometer's binder asks for a client, of which it wants nothing but its metrics. */
    private static Producer<?, ?> client(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        return (Producer<?, ?>) Proxy.newProxyInstance(
                KafkaBinding.class.getClassLoader(), new Class<?>[] {Producer.class}, (self, method, arguments) -> {
                    if (method.getName().equals("metrics")) {
                        return metrics.get();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
