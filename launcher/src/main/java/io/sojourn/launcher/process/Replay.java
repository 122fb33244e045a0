// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Sends a recorded run into a pipeline, in its own time, and notes what must come out of it. Sending a run again changes
 * nothing that was sent before: its batches bear the same sequence, and a repeat is ignored.
 */
public final class Replay implements SampleSink {
    /** Enough to close the last window of a minute with its grace. */
    private static final long CLOSING_GAP_MILLIS = 70_000;

    private final SampleExporter exporter;
    private final double speed;
    private final Consumer<SampleBatch> progress;
    private final Map<String, Long> lastDataMillis = new TreeMap<>();
    private long startNanos;
    private long firstMillis;
    private long lastMillis;
    private long nextSequence;
    private String node = "";

    /**
     * @param speed times real time; 0: as fast as it goes
     * @param progress told of every batch that was sent
     */
    public Replay(SampleExporter exporter, double speed, Consumer<SampleBatch> progress) {
        this.exporter = exporter;
        this.speed = speed;
        this.progress = progress;
    }

    @Override
    public void batch(SampleBatch batch) {
        pace(batch.endMillis());
        exporter.batch(batch);
        batch.queues().forEach(queue -> lastDataMillis.merge(queue.queue(), batch.endMillis(), Math::max));
        node = batch.node();
        lastMillis = batch.endMillis();
        nextSequence = batch.sequence() + 1;
        progress.accept(batch);
    }

    @Override
    public void reject(Reject reject) {
        exporter.reject(reject);
    }

    /**
     * Ends the run: an empty batch moves the node's time past its last windows, so that they close.
     *
     * @throws IllegalStateException when the broker did not take it all
     */
    public void finish() {
        if (!node.isEmpty()) {
            long start = lastMillis + CLOSING_GAP_MILLIS;
            exporter.batch(new SampleBatch(
                    Schema.CURRENT,
                    node,
                    nextSequence,
                    Clocking.RECORDED,
                    start,
                    start + 1_000,
                    List.of(),
                    List.of(),
                    List.of()));
        }
        exporter.flush();
    }

    /** The node of the run; empty when it had no batch. */
    public String node() {
        return node;
    }

    /** End of the last interval with data, by queue. */
    public Map<String, Long> lastDataMillis() {
        return Map.copyOf(lastDataMillis);
    }

    private void pace(long endMillis) {
        if (startNanos == 0) {
            startNanos = System.nanoTime();
            firstMillis = endMillis;
        }
        if (speed == 0) {
            return;
        }
        long dueNanos = startNanos + (long) ((endMillis - firstMillis) * 1e6 / speed);
        for (long left = dueNanos - System.nanoTime();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
