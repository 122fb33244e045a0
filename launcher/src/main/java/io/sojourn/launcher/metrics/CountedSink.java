// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.util.List;
import java.util.Map;

/** Counts what a node or a collector hands on. Written by the thread that hands it on, read by any. */
public final class CountedSink implements SampleSink {
    private final SampleSink next;
    private volatile Counts counts = new Counts(0, 0, DropCounts.NONE, 0);

    public CountedSink(SampleSink next) {
        this.next = next;
    }

    private record Counts(long batches, long samples, DropCounts drops, long rejects) {}

    /** Has its numbers told. */
    public void bind(SelfMetrics metrics) {
        metrics.count(SelfMetric.SOURCE_BATCHES, () -> counts.batches);
        metrics.count(SelfMetric.SOURCE_SAMPLES, () -> counts.samples);
        metrics.count(SelfMetric.SOURCE_REJECTS, () -> counts.rejects);
        metrics.counts(SelfMetric.SOURCE_DROPS, () -> byCause(counts.drops));
    }

    @Override
    public void batch(SampleBatch batch) {
        next.batch(batch);
        Counts before = counts;
        DropCounts drops = before.drops;
        for (QueueSample sample : batch.queues()) {
            drops = drops.plus(sample.drops());
        }
        counts = new Counts(before.batches + 1, before.samples + batch.queues().size(), drops, before.rejects);
    }

    @Override
    public void reject(Reject reject) {
        next.reject(reject);
        Counts before = counts;
        counts = new Counts(before.batches, before.samples, before.drops, before.rejects + 1);
    }

    private static Map<List<String>, Long> byCause(DropCounts drops) {
        return Map.of(
                List.of("policed"), drops.policed(),
                List.of("tail"), drops.tail(),
                List.of("aqm"), drops.aqm(),
                List.of("limit"), drops.limit());
    }
}
