// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Sketch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notes of each queue, on the way to the detectors and without asking them, whether it lost anything, when first, and when
 * it began to stand.
 *
 * <p>A loss is known to its trail's cell, 10 ms in a capture; without a trail, to its sample's interval. A queue stands from
 * the start of the first interval in which even the least delay is above the base by {@value #STANDING_MICROS} us.
 */
final class Onset implements SampleSink {
    static final long STANDING_MICROS = 15_000;

    private final SampleSink next;
    private final @Nullable Long baseRttMicros;
    private final Map<String, Long> lossMillis = new HashMap<>();
    private final Map<String, Long> standingMillis = new HashMap<>();
    private final Set<String> lossy = new HashSet<>();

    Onset(SampleSink next, @Nullable Long baseRttMicros) {
        this.next = next;
        this.baseRttMicros = baseRttMicros;
    }

    @Override
    public void batch(SampleBatch batch) {
        batch.trails().forEach(this::note);
        batch.queues().forEach(queue -> note(queue, batch.startMillis()));
        batch.flows().forEach(this::note);
        next.batch(batch);
    }

    @Override
    public void reject(Reject reject) {
        next.reject(reject);
    }

    /** Whether this queue, or single flow, lost a packet. */
    boolean isLossy(String queue) {
        return lossy.contains(queue);
    }

    /** Event time of the first lost packet. */
    OptionalLong lossMillis(String queue) {
        return of(lossMillis, queue);
    }

    /** Event time from which the queue stood, above the base that the truth gives. */
    OptionalLong standingMillis(String queue) {
        return of(standingMillis, queue);
    }

    private void note(LossTrail trail) {
        for (LossCell cell : trail.cells()) {
            if (cell.lostPackets() > 0) {
                lossy.add(trail.queue());
                long micros = trail.startMicros() + cell.index() * trail.cellMicros();
                lossMillis.merge(trail.queue(), micros / 1_000, Math::min);
                return;
            }
        }
    }

    private void note(QueueSample queue, long startMillis) {
        if (queue.drops().total() > 0) {
            lossy.add(queue.queue());
            lossMillis.putIfAbsent(queue.queue(), startMillis);
        }
        if (isStanding(queue)) {
            standingMillis.putIfAbsent(queue.queue(), startMillis);
        }
    }

    private boolean isStanding(QueueSample queue) {
        return isAbove(queue.sojournMicros(), 0L) || isAbove(queue.rttMicros(), baseRttMicros);
    }

    private static boolean isAbove(Sketch delayMicros, @Nullable Long baseMicros) {
        return baseMicros != null && !delayMicros.isEmpty() && delayMicros.min() > baseMicros + STANDING_MICROS;
    }

    private void note(FlowSample flow) {
        if (flow.lostPackets() > 0) {
            lossy.add(flow.queue());
            lossy.add(flow.flow());
        }
    }

    private static OptionalLong of(Map<String, Long> millis, String queue) {
        @Nullable Long at = millis.get(queue);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }
}
