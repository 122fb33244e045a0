// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A sink that keeps everything. */
public final class Collected implements SampleSink {
    private final List<SampleBatch> batches = new CopyOnWriteArrayList<>();
    private final List<Reject> rejects = new CopyOnWriteArrayList<>();

    @Override
    public void batch(SampleBatch batch) {
        batches.add(batch);
    }

    @Override
    public void reject(Reject reject) {
        rejects.add(reject);
    }

    public List<SampleBatch> batches() {
        return new ArrayList<>(batches);
    }

    public List<Reject> rejects() {
        return new ArrayList<>(rejects);
    }

    /** All samples of one queue. */
    public Stream<QueueSample> samples(String queue) {
        return batches.stream().flatMap(batch -> batch.queues().stream()).filter(sample -> sample.queue()
                .equals(queue));
    }
}
