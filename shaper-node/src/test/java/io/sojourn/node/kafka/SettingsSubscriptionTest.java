// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsSubscriptionTest {
    private static final TopicPartition PARTITION = new TopicPartition("sojourn.settings", 0);

    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    private final List<Reject> rejects = new ArrayList<>();
    private final SettingsSubscription subscription =
            new SettingsSubscription(new TopicTail(consumer, PARTITION.topic()), "edge-1", () -> 42L);
    private long offset;

    @AfterEach
    void close() {
        subscription.close();
    }

    @Test
    void backlogHoldsTheNodesOwnSettingsAndNamesWhatIsNone() {
        prepare(() -> {
            add("edge-1/wan0", Wire.write(setting("edge-1", 1), WireFormat.JSON));
            add("edge-2/wan0", Wire.write(setting("edge-2", 1), WireFormat.JSON));
            add("edge-1/wan0", "{\"revision\": 0".getBytes(StandardCharsets.UTF_8));
            add("edge-2/wan0", "nonsense".getBytes(StandardCharsets.UTF_8));
            add("edge-1/wan0", null);
            add("edge-1/wan0", Wire.write(setting("edge-1", 2), WireFormat.SMILE));
        });

        assertThat(subscription.backlog(rejects::add).stream().map(Setting::revision))
                .containsExactly(1L, 2L);
        assertThat(rejects).singleElement().satisfies(reject -> {
            assertThat(reject.source()).isEqualTo("sojourn.settings-0@2");
            assertThat(reject.node()).isEqualTo("edge-1");
            assertThat(reject.excerpt()).isNotEmpty();
            assertThat(reject.observedMillis()).isEqualTo(42);
        });
    }

    @Test
    void whatComesLaterIsHandedOverInOrderAndTheMalformedRejectedOnTheWay() {
        prepare(() -> {});
        subscription.backlog(rejects::add);
        consumer.schedulePollTask(() -> {
            add("edge-1/wan0", "nonsense".getBytes(StandardCharsets.UTF_8));
            add("edge-1/wan0", Wire.write(setting("edge-1", 3), WireFormat.JSON));
            add("edge-1/wan0", Wire.write(setting("edge-1", 4), WireFormat.JSON));
        });
        subscription.start();

        List<Long> revisions = new ArrayList<>();
        await().until(() -> {
            Setting setting = subscription.poll(rejects::add);
            if (setting != null) {
                revisions.add(setting.revision());
            }
            return revisions.size() == 2;
        });
        assertThat(revisions).containsExactly(3L, 4L);
        assertThat(rejects).hasSize(1);
    }

    @Test
    void missingTopicIsSaidAtOnce() {
        assertThatThrownBy(() -> subscription.backlog(rejects::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sojourn.settings is not there");
    }

    private void prepare(Runnable records) {
        Node broker = new Node(1, "localhost", 9092);
        consumer.updatePartitions(
                PARTITION.topic(),
                List.of(new PartitionInfo(PARTITION.topic(), 0, broker, new Node[] {broker}, new Node[] {broker})));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.assign(List.of(PARTITION));
        records.run();
        consumer.updateEndOffsets(Map.of(PARTITION, offset));
    }

    private void add(String key, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>(PARTITION.topic(), 0, offset, key, value));
        offset++;
    }

    private static Setting setting(String node, long revision) {
        return new Setting(
                Schema.CURRENT,
                node,
                "wan0",
                revision,
                revision - 1,
                QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET),
                "operator",
                0,
                1,
                null,
                "");
    }
}
