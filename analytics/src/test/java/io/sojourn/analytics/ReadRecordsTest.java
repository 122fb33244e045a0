// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.Windows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadRecordsTest {
    private static final QueueWindow A = Windows.queue("n", "a").sent(10).build();
    private static final QueueWindow B = Windows.queue("n", "b").sent(20).build();

    private OneInputStreamOperatorTestHarness<RawRecord, QueueWindow> harness;

    @BeforeEach
    void open() throws Exception {
        harness = new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new ReadRecords<>(QueueWindow.class, AnalyticsTopology::judged)));
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    @ParameterizedTest
    @EnumSource(WireFormat.class)
    void batchIsReadAsItsWindowsInTheirOrder(WireFormat format) throws Exception {
        send(Wire.write(batch(1_000, A, B), format));
        assertThat(harness.extractOutputValues()).containsExactly(A, B);
        assertThat(harness.getSideOutput(ReadRecords.REJECTS)).isNull();
    }

    @Test
    void onlyFinalWindowsOfQueuesOfASecondOrTenAreJudged() throws Exception {
        QueueWindow ten = Windows.queue("n", "a").size(10_000).build();
        QueueWindow minute = Windows.queue("n", "a").size(60_000).build();
        send(Wire.text(batch(1_000, A)).replace("\"scope\":\"QUEUE\"", "\"scope\":\"NODE\""));
        send(Wire.text(batch(1_000, A)).replace("\"FINAL\"", "\"EARLY\""));
        send(Wire.text(batch(60_000, minute)));
        assertThat(harness.extractOutputValues()).isEmpty();
        send(Wire.text(batch(10_000, ten)));
        assertThat(harness.extractOutputValues()).containsExactly(ten);
        assertThat(harness.getSideOutput(ReadRecords.REJECTS)).isNull();
    }

    @Test
    void windowThatCannotBeReadIsARejectAndTheOthersGoOn() throws Exception {
        send(Wire.text(batch(1_000, A, B)).replaceFirst("\"sentPackets\":10", "\"sentPackets\":-10"));
        send("no record");
        send(Wire.text(batch(1_000, A)));
        assertThat(harness.extractOutputValues()).containsExactly(B, A);
        assertThat(harness.getSideOutput(ReadRecords.REJECTS))
                .extracting(StreamRecord::getValue)
                .extracting(Reject::field)
                .containsExactly("windows.[0].sentPackets", "record");
    }

    private void send(String text) throws Exception {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    private void send(byte[] bytes) throws Exception {
        harness.processElement(RawRecord.of(bytes, "sojourn.windows-0@7"), 0);
    }

    private static WindowBatch batch(long sizeMillis, QueueWindow... windows) {
        return new WindowBatch(Schema.CURRENT, "n", Stage.FINAL, sizeMillis, 0, null, List.of(windows));
    }
}
