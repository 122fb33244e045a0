// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.detect.QueueDetector;
import io.sojourn.analytics.detect.QueueState;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The detectors of all queues of a node, keyed by node: windows on the first input, batches on the second. See {@link
 * NodeClock} for its time.
 *
 * <p>When nothing has come for a while in real time, what has come is taken for all and evaluated: the end of a
 * recording, or a dead node. That changes when a finding is told, and adds at most one update with the newest numbers.
 */
final class DetectQueues extends KeyedCoProcessFunction<String, QueueWindow, NodeTick, Diagnosis> {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(DetectQueues.class);

    private final long idleMillis;
    private final long goneMillis;
    private transient MapState<String, QueueState> queues;
    private transient ValueState<NodeClock> clocks;

    DetectQueues(Duration idle, Duration gone) {
        idleMillis = idle.toMillis();
        goneMillis = gone.toMillis();
    }

    @Override
    public void open(OpenContext context) {
        queues = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("queues", Types.STRING, TypeInformation.of(QueueState.class)));
        clocks = getRuntimeContext().getState(new ValueStateDescriptor<>("clock", TypeInformation.of(NodeClock.class)));
    }

    @Override
    public void processElement1(QueueWindow window, Context context, Collector<Diagnosis> out) throws Exception {
        NodeClock clock = input(context);
        QueueState state = queue(window.queue());
        QueueDetector detector = new QueueDetector(state);
        try {
            detector.window(window);
            state.inputMillis = clock.inputMillis;
            emit(state, detector, detector.advance(clock.completeMillis()), out);
            queues.put(window.queue(), state);
        } catch (OutOfRange e) {
            giveUp(window.node(), window.queue(), e);
        }
    }

    @Override
    public void processElement2(NodeTick tick, Context context, Collector<Diagnosis> out) throws Exception {
        NodeClock clock = input(context);
        clock.batchMillis = Math.max(clock.batchMillis, tick.endMillis());
        clocks.update(clock);
        for (LossTrail trail : tick.trails()) {
            QueueState state = queue(trail.queue());
            new QueueDetector(state).trail(trail);
            queues.put(trail.queue(), state);
        }
        for (String queue : names()) {
            QueueState state = queue(queue);
            QueueDetector detector = new QueueDetector(state);
            try {
                emit(state, detector, detector.advance(clock.completeMillis()), out);
                queues.put(queue, state);
            } catch (OutOfRange e) {
                giveUp(tick.node(), queue, e);
            }
        }
    }

    /** A queue that cannot be judged is judged anew from its next window on: it must not end the job for all others. */
    private void giveUp(String node, String queue, OutOfRange e) throws Exception {
        LOG.warn("{}/{}: what was known of it is dropped: {}", node, queue, e.getMessage());
        queues.remove(queue);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Diagnosis> out) throws Exception {
        NodeClock clock = clock();
        clock.timerMillis = 0;
        boolean flush = !clock.isFlushed && timestamp >= clock.inputMillis + idleMillis;
        clock.isFlushed |= flush;
        boolean waits = !clock.isFlushed;
        for (String queue : names()) {
            QueueState state = queue(queue);
            QueueDetector detector = new QueueDetector(state);
            if (flush) {
                emit(state, detector, detector.finish(), out);
            }
            boolean live = state.clocking == Clocking.LIVE && state.inputMillis >= 0;
            if (live && timestamp >= state.inputMillis + goneMillis) {
                emit(state, detector, detector.silence(), out);
                state.inputMillis = -1;
            }
            waits |= live && state.inputMillis >= 0;
            queues.put(queue, state);
        }
        if (waits) {
            setTimer(clock, timestamp + idleMillis, context);
        }
        clocks.update(clock);
    }

    private NodeClock input(Context context) throws Exception {
        NodeClock clock = clock();
        clock.inputMillis = context.timerService().currentProcessingTime();
        clock.isFlushed = false;
        if (clock.timerMillis == 0) {
            setTimer(clock, clock.inputMillis + idleMillis, context);
        }
        clocks.update(clock);
        return clock;
    }

    private static void setTimer(
            NodeClock clock,
            long millis,
            KeyedCoProcessFunction<String, QueueWindow, NodeTick, Diagnosis>.Context context) {
        clock.timerMillis = millis;
        context.timerService().registerProcessingTimeTimer(millis);
    }

    private static void emit(
            QueueState state, QueueDetector detector, List<Finding> findings, Collector<Diagnosis> out) {
        findings.forEach(finding -> out.collect(Diagnosis.of(finding, detector.settings(), state)));
    }

    private NodeClock clock() throws Exception {
        NodeClock clock = clocks.value();
        return clock == null ? new NodeClock() : clock;
    }

    private QueueState queue(String name) throws Exception {
        QueueState state = queues.get(name);
        return state == null ? new QueueState() : state;
    }

    private List<String> names() throws Exception {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, QueueState> entry : queues.entries()) {
            names.add(entry.getKey());
        }
        names.sort(null);
        return names;
    }
}
