// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Sketch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What a capture gave. */
final class Collected implements SampleSink {
    final List<SampleBatch> batches = new ArrayList<>();
    final List<Reject> rejects = new ArrayList<>();

    static Collected of(Path file) throws IOException {
        return of(file, CaptureOptions.of("node"));
    }

    static Collected of(Path file, CaptureOptions options) throws IOException {
        Collected collected = new Collected();
        collected.summary = new CaptureSource(file, options).run(collected);
        return collected;
    }

    CaptureSummary summary;

    @Override
    public void batch(SampleBatch batch) {
        batches.add(batch);
    }

    @Override
    public void reject(Reject reject) {
        rejects.add(reject);
    }

    Stream<QueueSample> queues(String queue) {
        return batches.stream().flatMap(batch -> batch.queues().stream()).filter(q -> q.queue()
                .equals(queue));
    }

    /** The queue's sample when there is one only. */
    QueueSample only(String queue) {
        List<QueueSample> samples = queues(queue).toList();
        assertThat(samples).hasSize(1);
        return samples.get(0);
    }

    Stream<FlowSample> flows(String queue) {
        return batches.stream().flatMap(batch -> batch.flows().stream()).filter(f -> f.queue()
                .equals(queue));
    }

    List<LossTrail> trails(String queue, String subject) {
        return batches.stream()
                .flatMap(batch -> batch.trails().stream())
                .filter(trail -> trail.queue().equals(queue) && trail.subject().equals(subject))
                .toList();
    }

    /** The queue that sent most bytes. */
    String mainQueue() {
        return batches.stream()
                .flatMap(batch -> batch.queues().stream())
                .map(QueueSample::queue)
                .distinct()
                .max(Comparator.comparingLong(
                        queue -> queues(queue).mapToLong(QueueSample::sentBytes).sum()))
                .orElseThrow();
    }

    long lost(String queue) {
        return flows(queue).mapToLong(FlowSample::lostPackets).sum();
    }

    Sketch rtt(String queue) {
        return queues(queue).map(QueueSample::rttMicros).reduce(Sketch.empty(), Sketch::merge);
    }
}
