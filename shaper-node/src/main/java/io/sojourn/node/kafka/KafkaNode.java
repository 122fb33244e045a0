// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.kafka;

import io.sojourn.node.NodeClock;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.NodeCounters;
import io.sojourn.node.NodeEnds;
import io.sojourn.node.PacketSource;
import io.sojourn.node.ShaperNode;
import io.sojourn.node.path.QueueTotals;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A {@link ShaperNode} on Kafka: it reads {@code settings}, writes {@code samples}, {@code applied-settings} and
 * {@code rejects}. The topics must be there.
 */
public final class KafkaNode implements AutoCloseable {
    private final KafkaEnds ends;
    private final String node;
    private final SampleExporter exporter;
    private final AnswerProducer answers;
    private final SettingsSubscription settings;
    private final ShaperNode shaperNode;

    /** Connects lazily: nothing is read or written before {@link #run}. */
    public KafkaNode(NodeConfig config, Policy policy, PacketSource source, KafkaEnds ends) {
        this(config, policy, source, ends, sink -> sink);
    }

    /** @param before stands between the node and its exporter */
    public KafkaNode(
            NodeConfig config, Policy policy, PacketSource source, KafkaEnds ends, UnaryOperator<SampleSink> before) {
        this.ends = ends;
        this.node = policy.node();
        NodeClock clock = NodeClock.system();
        this.exporter = new SampleExporter(ends);
        this.answers = AnswerProducer.open(ends);
        this.settings = new SettingsSubscription(TopicTail.open(ends, Topic.SETTINGS), node, clock::epochMillis);
        this.shaperNode =
                new ShaperNode(config, policy, source, new NodeEnds(before.apply(exporter), settings, answers), clock);
    }

    /**
     * Puts the queues back to what was in force, then runs until the packets end or the node is stopped, and waits until
     * the broker has all samples.
     */
    public void run() throws IOException {
        try {
            shaperNode.restore(settings.backlog(exporter::reject), earlierAnswers());
        } catch (WakeupException closedMeanwhile) {
            return;
        }
        settings.start();
        shaperNode.run();
        exporter.flush();
    }

    public NodeCounters counters() {
        return shaperNode.counters();
    }

    /** Its way to the broker. */
    public SampleExporter exporter() {
        return exporter;
    }

    /** What each queue did; after {@link #run} has returned. */
    public List<QueueTotals> totals() {
        return shaperNode.totals();
    }

    /** Stops the node and closes its connections. */
    @Override
    public void close() {
        try (exporter;
                answers;
                settings) {
            shaperNode.close();
        }
    }

    private List<AppliedSetting> earlierAnswers() {
        try (TopicTail tail = TopicTail.open(ends, Topic.APPLIED_SETTINGS)) {
            List<AppliedSetting> mine = new ArrayList<>();
            tail.readToEnd(row -> addIfMine(row, mine));
            return mine;
        }
    }

    private void addIfMine(ConsumerRecord<String, byte[]> row, List<AppliedSetting> mine) {
        if (row.key() == null || row.value() == null || !row.key().startsWith(node + "/")) {
            return;
        }
        try {
            mine.add(Wire.read(row.value(), AppliedSetting.class));
        } catch (OutOfRange e) {
            // An answer that cannot be read says nothing: the setting is then taken as unanswered, and guarded.
            return;
        }
    }
}
