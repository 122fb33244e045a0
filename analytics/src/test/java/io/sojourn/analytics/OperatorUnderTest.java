// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.Recording.Second;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.QueueWindow;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;

/** {@link DetectQueues} in Flink's harness, whose clock stands at 0. */
final class OperatorUnderTest implements AutoCloseable {
    static final Duration IDLE = Duration.ofSeconds(10);
    static final Duration GONE = Duration.ofSeconds(65);

    private final KeyedTwoInputStreamOperatorTestHarness<String, QueueWindow, NodeTick, Diagnosis> harness;

    private OperatorUnderTest() throws Exception {
        harness = new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new DetectQueues(IDLE, GONE)),
                QueueWindow::node,
                NodeTick::node,
                Types.STRING);
    }

    static OperatorUnderTest fresh() throws Exception {
        OperatorUnderTest operator = new OperatorUnderTest();
        operator.harness.open();
        return operator;
    }

    static OperatorUnderTest restored(OperatorSubtaskState state) throws Exception {
        OperatorUnderTest operator = new OperatorUnderTest();
        operator.harness.initializeState(state);
        operator.harness.open();
        return operator;
    }

    void second(Second second) throws Exception {
        tick(second);
        window(second);
    }

    void window(Second second) throws Exception {
        harness.processElement1(second.window(), 0);
    }

    void tick(Second second) throws Exception {
        tick(Recording.NODE, second);
    }

    void tick(String node, Second second) throws Exception {
        harness.processElement2(new NodeTick(node, second.window().endMillis(), second.trails()), 0);
    }

    void atMillis(long nowMillis) throws Exception {
        harness.setProcessingTime(nowMillis);
    }

    OperatorSubtaskState snapshot() throws Exception {
        return harness.snapshot(1, 1);
    }

    int timers() {
        return harness.numProcessingTimeTimers();
    }

    List<Diagnosis> diagnoses() {
        return harness.extractOutputValues();
    }

    List<Finding> findings() {
        return diagnoses().stream().map(Diagnosis::finding).toList();
    }

    @Override
    public void close() {
        try {
            harness.close();
        } catch (Exception e) {
            throw new IllegalStateException("could not close the harness", e);
        }
    }
}
