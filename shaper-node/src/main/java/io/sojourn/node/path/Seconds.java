// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;

/** Closes each whole second of the packets' time and hands it to the sink. */
public final class Seconds {
    public static final long SECOND_NANOS = 1_000_000_000L;

    private final String node;
    private final DataPath path;
    private final SampleSink sink;
    private long startNanos;
    private long sequence;

    public Seconds(String node, DataPath path, SampleSink sink) {
        this.node = node;
        this.path = path;
        this.sink = sink;
    }

    /** The second that holds this time begins; what lies between is not told of. */
    public void begin(long nowNanos) {
        startNanos = Math.floorDiv(nowNanos, SECOND_NANOS) * SECOND_NANOS;
        path.beginSecond(startNanos);
    }

    /** When the second under way ends. */
    public long endNanos() {
        return startNanos + SECOND_NANOS;
    }

    /** Ends the second under way: one batch, or several of the same second when there are very many busy queues. */
    public void close() {
        for (Telling.Part part : Telling.of(path.queues())) {
            sink.batch(new SampleBatch(
                    Schema.CURRENT,
                    node,
                    sequence,
                    Clocking.RECORDED,
                    startNanos / 1_000_000,
                    endNanos() / 1_000_000,
                    part.queues(),
                    part.flows(),
                    part.trails()));
            sequence++;
        }
    }

    /** Ends the second under way; the next begins where it ends. */
    public void turn() {
        close();
        begin(endNanos());
    }

    public long batches() {
        return sequence;
    }
}
