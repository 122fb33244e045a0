// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sojourn.testkit.PrometheusText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is counted is what a scraper reads. */
class SelfMetricsTest {
    private final SelfMetrics metrics = new SelfMetrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    private PrometheusText text() {
        return PrometheusText.parse(metrics.text());
    }

    @Test
    void countersAreAskedEachTimeAndBearTheNameAndHelpOfTheTable() {
        AtomicLong total = new AtomicLong(3);
        metrics.count(SelfMetric.NODE_PACKETS, total::get);
        assertThat(text().value("sojourn_node_packets_total")).isEqualTo(3);

        total.set(1_000_000_007);
        PrometheusText.Family family = text().families().get("sojourn_node_packets_total");

        assertThat(family.samples()).containsExactly(Map.entry("sojourn_node_packets_total", 1_000_000_007.0));
        assertThat(family.type()).isEqualTo("counter");
        assertThat(family.help()).isEqualTo(SelfMetric.NODE_PACKETS.help());
    }

    @Test
    void labelThatIsNewIsTakenUpAndOneThatIsGoneStaysAsACounter() {
        Map<List<String>, Long> totals = new HashMap<>(Map.of(List.of("2xx"), 5L));
        metrics.counts(SelfMetric.CONSOLE_REQUESTS, () -> totals);
        text();

        totals.put(List.of("odd \"one\"\n"), 1L);

        assertThat(text().families().get("sojourn_console_requests_total").samples())
                .containsOnly(
                        Map.entry("sojourn_console_requests_total{status=\"2xx\"}", 5.0),
                        Map.entry("sojourn_console_requests_total{status=\"odd \\\"one\\\"\\n\"}", 1.0));
    }

    @Test
    void gaugeWithoutAValueIsNotTold() {
        AtomicReference<Double> value = new AtomicReference<>();
        metrics.gauge(SelfMetric.HISTORY_WAITING, value::get);
        assertThat(text().families()).doesNotContainKey("sojourn_history_waiting_points");

        value.set(7.5);
        assertThat(text().value("sojourn_history_waiting_points")).isEqualTo(7.5);

        value.set(null);
        assertThat(text().families()).doesNotContainKey("sojourn_history_waiting_points");
    }

    @Test
    void gaugeOfALabelThatIsGoneIsNoLongerTold() {
        Map<List<String>, Double> values = new HashMap<>(Map.of(List.of("a"), 1.0, List.of("b"), 0.0));
        metrics.gauges(SelfMetric.PART_UP, () -> values);
        assertThat(text().value("sojourn_part_up{part=\"a\"}")).isEqualTo(1);

        values.remove(List.of("a"));

        assertThat(text().families().get("sojourn_part_up").samples())
                .containsExactly(Map.entry("sojourn_part_up{part=\"b\"}", 0.0));
    }

    @Test
    void machineAndKafkaClientsAreTold() {
        MetricName name = new MetricName("record-send-total", "producer-metrics", "sent", Map.of("client-id", "p1"));
        MockProducer<String, String> client = new MockProducer<>();
        client.setMockMetrics(name, metric(name, 42));
        metrics.kafka(client::metrics);

        assertThat(text().value("kafka_producer_record_send_total{client_id=\"p1\",kafka_version=\"unknown\"}"))
                .isEqualTo(42);
        assertThat(text().families().keySet())
                .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_cpu_usage");
    }

    private static Metric metric(MetricName name, double value) {
        return new Metric() {
            @Override
            public MetricName metricName() {
                return name;
            }

            @Override
            public Object metricValue() {
                return value;
            }
        };
    }

    @Test
    void everyMetricOfTheTableKeepsPrometheusRulesForNames() {
        for (SelfMetric metric : SelfMetric.values()) {
            assertThat(metric.family()).matches("sojourn_[a-z_]+").doesNotContain("__", "milli", "micro");
            assertThat(metric.family().endsWith("_total"))
                    .as(metric.family())
                    .isEqualTo(metric.type() == SelfMetric.Type.COUNTER);
            assertThat(metric.help()).endsWith(".").doesNotContain("\n", "|");
            assertThat(metric.labels()).isSubsetOf("part", "node", "size", "stage", "cause", "outcome", "status");
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:9464, 127.0.0.1, 9464", "[::1]:0, ::1, 0", "edge-1.example:65535, edge-1.example, 65535"})
    void addressIsReadAndWrittenTheSameWay(String text, String host, int port) {
        assertThat(HostPort.of(text)).isEqualTo(new HostPort(host, port)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9464", ":9464", "127.0.0.1", "127.0.0.1:65536", "::1:9464", "host:-1", "host:x"})
    void whatIsNoAddressIsRefusedWithTheMend(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.of(text))
                .withMessageContaining("write 127.0.0.1:9464");
    }
}
