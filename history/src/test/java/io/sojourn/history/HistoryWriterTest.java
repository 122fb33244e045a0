// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryWriterTest {
    private static final TopicPartition WINDOWS = new TopicPartition("sojourn.windows", 0);
    private static final TopicPartition REJECTS = new TopicPartition("sojourn.rejects", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final FakeSink sink = new FakeSink();
    private final List<Reject> rejects = new ArrayList<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private boolean rejectsFail;
    private long nowMillis = Records.T0;
    private HistoryWriter writer;

    @BeforeEach
    void start() {
        writer = writer(Duration.ZERO);
        writer.subscribe();
        assign(WINDOWS, REJECTS);
    }

    private HistoryWriter writer(Duration retention) {
        return new HistoryWriter(consumer, "sojourn.", sink, this::keep, retention, () -> nowMillis);
    }

    private void keep(List<Reject> some) {
        if (rejectsFail) {
            throw new KafkaException("broker is away");
        }
        rejects.addAll(some);
    }

    @Test
    void subscribesToEveryTopicThatIsKept() {
        assertThat(consumer.subscription())
                .containsExactlyInAnyOrder(
                        "sojourn.windows",
                        "sojourn.flow-windows",
                        "sojourn.scope-windows",
                        "sojourn.findings",
                        "sojourn.recommendations",
                        "sojourn.settings",
                        "sojourn.applied-settings",
                        "sojourn.incidents",
                        "sojourn.rejects");
    }

    @Test
    void commitsWhatIsStored() {
        send(WINDOWS, window(0));
        send(WINDOWS, window(1));
        writer.step();
        assertThat(sink.stored).hasSize(2);
        assertThat(committed(WINDOWS)).isEqualTo(2);
        assertThat(writer.counters()).isEqualTo(new HistoryCounters(2, 0, 0, 0, 0, null));
    }

    @Test
    void readsAndCommitsNothingWhileTheStoreIsAwayAndGoesOnAfterwards() {
        sink.away = true;
        send(WINDOWS, window(0));
        writer.step();
        send(WINDOWS, window(1));
        writer.step();
        assertThat(consumer.paused()).containsExactlyInAnyOrder(WINDOWS, REJECTS);
        assertThat(consumer.position(WINDOWS)).isEqualTo(1);
        assertThat(committed(WINDOWS)).isZero();
        assertThat(writer.counters().problem()).isEqualTo("store is away");
        assertThat(writer.counters().waiting()).isEqualTo(1);

        sink.away = false;
        nowMillis += Backoff.FIRST_MILLIS;
        writer.step();
        writer.step();
        assertThat(sink.stored).hasSize(2);
        assertThat(committed(WINDOWS)).isEqualTo(2);
        assertThat(writer.counters()).isEqualTo(new HistoryCounters(2, 1, 0, 0, 0, null));
    }

    @Test
    void triesAgainAfterAQuarterSecondAndThenTwiceAsLate() {
        sink.away = true;
        send(WINDOWS, window(0));
        writer.step();
        nowMillis += 249;
        writer.step();
        assertThat(writer.counters().retries()).isEqualTo(1);
        nowMillis += 1;
        writer.step();
        assertThat(writer.counters().retries()).isEqualTo(2);
        nowMillis += 499;
        writer.step();
        assertThat(writer.counters().retries()).isEqualTo(2);
        nowMillis += 1;
        writer.step();
        assertThat(writer.counters().retries()).isEqualTo(3);
    }

    @Test
    void whatIsNoRecordBecomesARejectWithItsPlaceAndTheRestGoesOn() {
        String text = Wire.text(Records.batch(Records.bareWindow("n", "q", 1_000, Records.T0)))
                .replace("\"sentBytes\":0", "\"sentBytes\":-1");
        send(WINDOWS, text.getBytes(StandardCharsets.UTF_8));
        send(WINDOWS, window(1));
        writer.step();
        assertThat(sink.stored).hasSize(1);
        assertThat(committed(WINDOWS)).isEqualTo(2);
        assertThat(rejects).singleElement().satisfies(reject -> {
            assertThat(reject.source()).isEqualTo("sojourn.windows-0@0");
            assertThat(reject.line()).startsWith("sojourn.windows-0@0: windows.[0].sentBytes=-1; must be at least 0; ");
            assertThat(reject.excerpt()).startsWith("eyJzY2hlbWEi");
            assertThat(reject.observedMillis()).isEqualTo(nowMillis);
        });
        assertThat(writer.counters().rejected()).isEqualTo(1);
    }

    @Test
    void everyWindowOfABatchIsALineAndABadOneTakesNoOtherWithIt() {
        String text = Wire.text(Records.batch(
                        Records.window("n", "a", 1_000, Records.T0),
                        Records.bareWindow("n", "b", 1_000, Records.T0),
                        Records.bareWindow("n", "c", 1_000, Long.MAX_VALUE / 1_000_000),
                        Records.window(Scope.NODE, "n", "node", 1_000, Records.T0)))
                .replaceFirst("\"sentBytes\":0", "\"sentBytes\":-1");
        send(WINDOWS, text.getBytes(StandardCharsets.UTF_8));
        writer.step();
        assertThat(sink.stored)
                .extracting(line -> line.text().substring(0, line.text().indexOf(' ')))
                .containsExactly(
                        "queue_window,discipline=POLICER,node=n,queue=a,w=1s", "scope_window,name=n,scope=node,w=1s");
        assertThat(rejects).extracting(Reject::field).containsExactly("windows.[1].sentBytes", "time in ms");
        assertThat(committed(WINDOWS)).isEqualTo(1);
    }

    @Test
    void flowsOfEveryQueueOfABatchAreKept() {
        TopicPartition flows = new TopicPartition("sojourn.flow-windows", 0);
        assign(flows);
        send(
                flows,
                Wire.write(
                        new FlowWindowBatch(
                                Schema.CURRENT,
                                "n",
                                10_000,
                                Records.T0,
                                List.of(
                                        Records.flows("n", "a", Records.T0, 2),
                                        Records.flows("n", "b", Records.T0, 1))),
                        WireFormat.SMILE));
        writer.step();
        assertThat(sink.stored).hasSize(3 + 2);
    }

    @Test
    void aPointThatTheStoreRefusesBecomesAReject() {
        sink.bad = line -> line.source().offset() == 1;
        for (int i = 0; i < 4; i++) {
            send(WINDOWS, window(i));
        }
        writer.step();
        assertThat(sink.stored).hasSize(3);
        assertThat(rejects).singleElement().satisfies(reject -> {
            assertThat(reject.source()).isEqualTo("sojourn.windows-0@1");
            assertThat(reject.value()).isEqualTo("bad point");
        });
        assertThat(committed(WINDOWS)).isEqualTo(4);
    }

    @Test
    void aRejectThatCannotBeStoredMakesNoFurtherReject() {
        sink.bad = line -> true;
        send(REJECTS, "not a record".getBytes(StandardCharsets.UTF_8));
        send(REJECTS, Wire.write(Records.reject("x", nowMillis), WireFormat.JSON));
        writer.step();
        assertThat(rejects).isEmpty();
        assertThat(writer.counters().rejected()).isEqualTo(2);
        assertThat(committed(REJECTS)).isEqualTo(2);
    }

    @Test
    void nothingIsCommittedBeforeItsRejectIsKept() {
        rejectsFail = true;
        send(WINDOWS, new byte[] {1});
        writer.step();
        assertThat(committed(WINDOWS)).isZero();
        assertThat(writer.counters().problem()).isEqualTo("broker is away");
        rejectsFail = false;
        nowMillis += Backoff.FIRST_MILLIS;
        writer.step();
        assertThat(rejects).hasSize(1);
        assertThat(committed(WINDOWS)).isEqualTo(1);
    }

    @Test
    void aDeletionOfACompactedTopicIsNothingToKeep() {
        send(WINDOWS, null);
        writer.step();
        assertThat(sink.stored).isEmpty();
        assertThat(rejects).isEmpty();
        assertThat(committed(WINDOWS)).isEqualTo(1);
    }

    @Test
    void whatAnotherConsumerTookOverIsForgottenAndTheRestIsWritten() {
        sink.away = true;
        send(WINDOWS, window(0));
        send(REJECTS, Wire.write(Records.reject("x", nowMillis), WireFormat.JSON));
        writer.step();
        consumer.rebalance(List.of(REJECTS));
        sink.away = false;
        nowMillis += Backoff.FIRST_MILLIS;
        writer.step();
        assertThat(sink.stored).singleElement().satisfies(line -> assertThat(line.text())
                .startsWith("reject"));
        assertThat(committed(REJECTS)).isEqualTo(1);
    }

    @Test
    void partitionsThatComeWhileTheStoreIsAwayWaitToo() {
        sink.away = true;
        send(WINDOWS, window(0));
        writer.step();
        TopicPartition more = new TopicPartition("sojourn.windows", 1);
        consumer.schedulePollTask(() -> {
            assign(WINDOWS, REJECTS, more);
            send(more, window(1));
        });
        writer.step();
        assertThat(consumer.position(more)).isZero();
    }

    @Test
    void whatIsOlderThanTheRetentionIsCountedAndLeftOut() {
        writer = writer(Duration.ofHours(1));
        nowMillis = Records.T0 + 3_600_000;
        send(WINDOWS, window(-1));
        send(WINDOWS, window(0));
        writer.step();
        assertThat(sink.stored).hasSize(1);
        assertThat(writer.counters().expired()).isEqualTo(1);
        assertThat(rejects).isEmpty();
        assertThat(committed(WINDOWS)).isEqualTo(2);
    }

    @Test
    void theLastTroubleIsOverOnceAPollGoesWell() {
        writer.failed(new KafkaException("not authorized"));
        assertThat(writer.counters().problem()).isEqualTo("not authorized");
        writer.step();
        assertThat(writer.counters().problem()).isNull();
    }

    private void assign(TopicPartition... partitions) {
        Map<TopicPartition, Long> zero = new HashMap<>();
        for (TopicPartition partition : partitions) {
            zero.put(partition, 0L);
        }
        consumer.updateBeginningOffsets(zero);
        consumer.rebalance(List.of(partitions));
    }

    private void send(TopicPartition to, byte @Nullable [] value) {
        long offset = ends.merge(to, 1L, Long::sum) - 1;
        consumer.addRecord(new ConsumerRecord<>(to.topic(), to.partition(), offset, new byte[0], value));
    }

    private long committed(TopicPartition partition) {
        OffsetAndMetadata offset = consumer.committed(Set.of(partition)).get(partition);
        return offset == null ? 0 : offset.offset();
    }

    private static byte[] window(int second) {
        QueueWindow window = Records.window("n", "q", 1_000, Records.T0 + second * 1_000L);
        return Wire.write(Records.batch(window), WireFormat.SMILE);
    }

    /** The name every test above relies on. */
    @Test
    void topicsBearThePrefix() {
        assertThat(Topic.WINDOWS.name("sojourn.")).isEqualTo(WINDOWS.topic());
    }
}
