// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.detect.QueueDetector;
import io.sojourn.telemetry.Batches;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job graph.
 *
 * <pre>
 * windows --read 1 s and 10 s--+                        +--> findings
 *                              +--> detect, by node ----+
 * samples --read--> ticks -----+                        +--> advise (async) --> recommendations
 *             \--> rejects
 * </pre>
 *
 * <p>Every operator has a uid, so that a checkpoint fits the next release. Output is at least once: a finding repeated
 * after a restart has the same id and version.
 */
final class AnalyticsTopology {
    /** A prediction slower than this is given up and the job restarted. */
    private static final long ADVICE_SECONDS = 300;

    private static final int ADVICE_CAPACITY = 64;

    private final KafkaEnds ends;
    private final AnalyticsConfig config;
    private final AdviseFunction.ForecasterFactory forecasters;

    AnalyticsTopology(KafkaEnds ends, AnalyticsConfig config, AdviseFunction.ForecasterFactory forecasters) {
        this.ends = ends;
        this.config = config;
        this.forecasters = forecasters;
    }

    /** @param nowMillis broker time */
    void build(StreamExecutionEnvironment env, long nowMillis) {
        SingleOutputStreamOperator<QueueWindow> windows =
                read(env, nowMillis, Topic.WINDOWS, new ReadRecords<>(QueueWindow.class, AnalyticsTopology::judged));
        SingleOutputStreamOperator<SampleBatch> batches = read(
                env,
                nowMillis,
                Topic.SAMPLES,
                new ReadRecords<>(SampleBatch.class, (bytes, refused) -> List.of(Wire.read(bytes, SampleBatch.class))));
        DataStream<NodeTick> ticks =
                batches.map(NodeTick::of).returns(NodeTick.class).uid("ticks").name("ticks");
        SingleOutputStreamOperator<Diagnosis> diagnoses = windows.connect(ticks)
                .keyBy(QueueWindow::node, NodeTick::node)
                .process(new DetectQueues(config.idle(), config.gone()))
                .returns(Diagnosis.class)
                .uid("detect")
                .name("detect");
        write(
                diagnoses
                        .map(Diagnosis::finding)
                        .returns(Finding.class)
                        .uid("findings")
                        .name("findings"),
                Topic.FINDINGS,
                finding -> Topic.queueKey(finding.node(), finding.queue()));
        write(advise(diagnoses), Topic.RECOMMENDATIONS, advice -> Topic.queueKey(advice.node(), advice.queue()));
        // A batch that can't be read is refused where it is folded; told here as well it would be counted twice.
        write(windows.getSideOutput(ReadRecords.REJECTS), Topic.REJECTS, Reject::source);
    }

    private DataStream<Recommendation> advise(DataStream<Diagnosis> diagnoses) {
        DataStream<Diagnosis> due =
                diagnoses.filter(diagnosis -> diagnosis.advice() > 0).uid("due").name("advice due");
        return AsyncDataStream.orderedWait(
                        due, new AdviseFunction(forecasters), ADVICE_SECONDS, TimeUnit.SECONDS, ADVICE_CAPACITY)
                .returns(Recommendation.class)
                .uid("advise")
                .name("advise");
    }

    /** Parents are judged by their queues, and what is early comes again. */
    static List<QueueWindow> judged(byte[] batch, Consumer<OutOfRange> refused) {
        return Batches.windows(batch, refused).stream()
                .filter(window -> window.scope() == Scope.QUEUE
                        && window.stage() == Stage.FINAL
                        && window.sizeMillis() <= QueueDetector.TELLING_MILLIS)
                .toList();
    }

    private <T extends Record> SingleOutputStreamOperator<T> read(
            StreamExecutionEnvironment env, long nowMillis, Topic topic, ReadRecords<T> records) {
        KafkaSource<RawRecord> source = KafkaSource.<RawRecord>builder()
                .setProperties(properties())
                .setProperty("isolation.level", "read_committed")
                .setTopics(ends.topic(topic))
                .setGroupId(config.groupId())
                .setClientIdPrefix(config.groupId() + "-" + topic.suffix())
                // Without a checkpoint both topics begin at one time of the broker: they are kept for different times,
                // and the one kept longer would hold back the other for days.
                .setStartingOffsets(OffsetsInitializer.timestamp(
                        nowMillis - config.lookback().toMillis()))
                .setDeserializer(new RawReader())
                .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), topic.suffix())
                .uid("source-" + topic.suffix())
                .process(records)
                .returns(records.type())
                .uid("read-" + topic.suffix())
                .name("read " + topic.suffix());
    }

    private <T extends Record> void write(DataStream<T> records, Topic topic, RecordWriter.Key<T> key) {
        KafkaSink<T> sink = KafkaSink.<T>builder()
                .setKafkaProducerConfig(properties())
                .setProperty("compression.type", "zstd")
                .setRecordSerializer(new RecordWriter<>(ends.topic(topic), ends.format(), key))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .build();
        records.sinkTo(sink).uid("sink-" + topic.suffix()).name("to " + topic.suffix());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.putAll(ends.clientProperties());
        return properties;
    }
}
