// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Setting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** Keeps what a node tells, and hands it settings once its time has come to them. */
public class KeptEnds implements SampleSink {
    public final List<SampleBatch> batches = new ArrayList<>();
    public final List<Reject> rejects = new ArrayList<>();
    public final List<AppliedSetting> answers = new ArrayList<>();
    public final Deque<Setting> settings = new ArrayDeque<>();
    private int settingsAfterBatches;

    /** Settings are given only after so many batches. */
    public KeptEnds settingsAfter(int batchCount) {
        settingsAfterBatches = batchCount;
        return this;
    }

    public NodeEnds ends() {
        return new NodeEnds(this, told -> batches.size() < settingsAfterBatches ? null : settings.poll(), answers::add);
    }

    @Override
    public void batch(SampleBatch batch) {
        batches.add(batch);
    }

    @Override
    public void reject(Reject reject) {
        rejects.add(reject);
    }

    public List<QueueSample> samples(String queue) {
        return batches.stream()
                .flatMap(batch -> batch.queues().stream())
                .filter(sample -> sample.queue().equals(queue))
                .toList();
    }

    long sum(String queue, ToLongFunction<QueueSample> count) {
        return samples(queue).stream().mapToLong(count).sum();
    }
}
