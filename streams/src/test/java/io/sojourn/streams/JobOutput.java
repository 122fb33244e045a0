// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.exact.Components;
import io.sojourn.streams.exact.Event;
import io.sojourn.streams.exact.NodeReference;
import io.sojourn.streams.exact.Scenario;
import io.sojourn.streams.fold.Fate;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the job left on its topics, against the definitions applied to what is on the samples topic. */
final class JobOutput {
    private final KafkaEnds ends;
    private final TopicReader reader;
    private final Scenario scenario;
    private final Map<String, NodeReference> references = new TreeMap<>();
    private final Map<String, List<Map<String, Object>>> windows = new TreeMap<>();
    private final Map<String, List<FlowWindow>> flowWindows = new TreeMap<>();
    private final List<String> rejects = new ArrayList<>();

    JobOutput(KafkaEnds ends, Scenario scenario) {
        this.ends = ends;
        this.reader = new TopicReader(ends);
        this.scenario = scenario;
    }

    /** None missing, none twice, every field equal, each node's in the order in which they close. */
    void assertExact() {
        reader.awaitDone(Topic.SAMPLES, WindowsConfig.DEFAULT_APPLICATION_ID);
        reader.committed(Topic.SAMPLES).forEach(this::expect);
        assertThat(windows).hasSizeGreaterThanOrEqualTo(4);
        assertWindows(Topic.WINDOWS, Scope.QUEUE);
        assertWindows(Topic.SCOPE_WINDOWS, Scope.NODE);
        assertThat(gotFlows()).isEqualTo(flowWindows);
        assertThat(gotRejects()).containsExactlyInAnyOrderElementsOf(rejects);
    }

    private void expect(ConsumerRecord<String, byte[]> record) {
        String source = record.topic() + "-" + record.partition() + "@" + record.offset();
        SampleBatch batch;
        try {
            batch = Wire.read(record.value(), SampleBatch.class);
        } catch (OutOfRange nonsense) {
            rejects.add(source + " of null");
            return;
        }
        NodeReference.Step step = references
                .computeIfAbsent(
                        batch.node(),
                        node -> new NodeReference(node, FoldRules.defaults(), scenario.inventory(), scenario.values()))
                .on(new Event.Arrival(batch, record.timestamp()));
        windows.computeIfAbsent(batch.node(), node -> new ArrayList<>()).addAll(step.windows());
        flowWindows.computeIfAbsent(batch.node(), node -> new ArrayList<>()).addAll(step.flowWindows());
        if (step.fate() == Fate.LATE || step.fate() == Fate.CLOCK) {
            rejects.add(source + " of " + batch.node());
        }
    }

    private void assertWindows(Topic topic, Scope scope) {
        Map<String, List<QueueWindow>> got = new TreeMap<>();
        for (ConsumerRecord<String, byte[]> record : reader.committed(topic)) {
            Wire.read(record.value(), WindowBatch.class).windows().stream()
                    .filter(window -> window.scope() == scope)
                    .forEach(window -> got.computeIfAbsent(window.node(), node -> new ArrayList<>())
                            .add(window));
        }
        windows.forEach((node, all) -> {
            List<Map<String, Object>> expected =
                    all.stream().filter(fields -> fields.get("scope") == scope).toList();
            List<QueueWindow> own = got.getOrDefault(node, List.of());
            assertThat(own.stream().map(JobOutput::place))
                    .as(scope + " windows of " + node)
                    .containsExactlyElementsOf(
                            expected.stream().map(JobOutput::place).toList());
            for (int i = 0; i < own.size(); i++) {
                Components.assertSame(node, expected.get(i), own.get(i));
            }
        });
    }

    private static String place(QueueWindow window) {
        return window.queue() + " " + window.sizeMillis() + " ms from " + window.startMillis();
    }

    private static String place(Map<String, Object> fields) {
        return fields.get("queue") + " " + fields.get("sizeMillis") + " ms from " + fields.get("startMillis");
    }

    private Map<String, List<FlowWindow>> gotFlows() {
        Map<String, List<FlowWindow>> got = new TreeMap<>();
        windows.keySet().forEach(node -> got.put(node, new ArrayList<>()));
        for (ConsumerRecord<String, byte[]> record : reader.committed(Topic.FLOW_WINDOWS)) {
            FlowWindowBatch batch = Wire.read(record.value(), FlowWindowBatch.class);
            got.computeIfAbsent(batch.node(), node -> new ArrayList<>()).addAll(batch.windows());
        }
        return got;
    }

    private Stream<String> gotRejects() {
        return reader.committed(Topic.REJECTS).stream()
                .map(record -> Wire.read(record.value(), Reject.class))
                .filter(reject -> reject.source().startsWith(ends.topic(Topic.SAMPLES)))
                .map(reject -> reject.source() + " of " + reject.node());
    }
}
