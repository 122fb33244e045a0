// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.SampleSource;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recorded run: a folder of what tc, ss, nft and ping said poll by poll, and perhaps a capture. Gives one batch for
 * each whole second since 1970 the recording touches; the node is the folder.
 *
 * <p>Each device, or class of it, is a queue with what its counters say. What the flows show (round-trip times, loss,
 * windows) goes to the queue they went through, see {@link Bottleneck}: from the capture where it was taken at the
 * sender, covers the run and saw the queue, else from ss. The whole run is held in memory: about 1 MB a minute without a capture.
 *
 * <p>Other files in the folder, notes on how the run was made among them, are not read: only what a collector could have
 * seen.
 */
public final class RecordedRunSource implements SampleSource {
    private static final long SECOND_MILLIS = 1000;

    private final Path folder;
    private volatile boolean closed;

    public RecordedRunSource(Path folder) {
        this.folder = folder;
    }

    @Override
    public void run(SampleSink sink) throws IOException, InterruptedException {
        RunFolder files = RunFolder.of(folder);
        Rejects rejects = new Rejects(sink, files.name());
        List<RecordedQueue> queues = TcRecording.read(files, rejects);
        FlowRecording sockets = SocketRecording.read(files.sockets(), rejects);
        FlowRecording flows =
                FlowRecording.better(sockets, CaptureRecording.read(files.capture(), files.name(), rejects));
        Optional<RecordedQueue> bottleneck = Bottleneck.of(queues, flows.bytes());
        Recording recording = new Recording(
                queues,
                bottleneck,
                PolicerRecording.read(files.rules(), rejects),
                flows,
                PingRecording.read(files.pings(), rejects));
        if (recording.isEmpty()) {
            throw new IOException(folder + ": no line of its files could be read; record it again");
        }
        emit(recording, files.name(), sink);
    }

    private void emit(Recording recording, String node, SampleSink sink) {
        long sequence = 0;
        for (long second = recording.firstSecond(); second <= recording.lastSecond() && !closed; second++) {
            sink.batch(batch(recording, node, sequence++, second));
        }
    }

    private static SampleBatch batch(Recording recording, String node, long sequence, long second) {
        FlowView view = recording.flows(second);
        return new SampleBatch(
                Schema.CURRENT,
                node,
                sequence,
                Clocking.RECORDED,
                second * SECOND_MILLIS,
                (second + 1) * SECOND_MILLIS,
                samples(recording, second, view),
                view.flows(),
                view.trails());
    }

    private static List<QueueSample> samples(Recording recording, long second, FlowView view) {
        List<QueueSample> samples = new ArrayList<>();
        if (recording.queues().isEmpty()) {
            samples.add(QueueCounts.ofFlows(view).sample(recording.flowQueue(), view));
        }
        for (RecordedQueue queue : recording.queues()) {
            FlowView seen = queue.name().equals(recording.flowQueue()) ? view : FlowView.none();
            recording.counts(queue, second).ifPresent(counts -> samples.add(counts.sample(queue.name(), seen)));
        }
        return samples;
    }

    @Override
    public void close() {
        closed = true;
    }
}
