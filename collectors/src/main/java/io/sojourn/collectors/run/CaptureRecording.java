// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.capture.CaptureOptions;
import io.sojourn.collectors.capture.CaptureSource;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The capture of a run to what the flows in its data direction showed in each second. */
final class CaptureRecording implements SampleSink {
    private static final String MEND = "capture again, or remove it: the run is read without it";

    private final Rejects rejects;
    private final List<SampleBatch> batches = new ArrayList<>();

    private CaptureRecording(Rejects rejects) {
        this.rejects = rejects;
    }

    /** A file that is no capture is named, and the run is read without it. */
    static FlowRecording read(Optional<Path> file, String node, Rejects rejects) {
        CaptureRecording recording = new CaptureRecording(rejects);
        file.ifPresent(path -> {
            String place = String.valueOf(path.getFileName());
            try {
                var unused = new CaptureSource(path, CaptureOptions.of(node)).run(recording);
            } catch (OutOfRange e) {
                rejects.add(place, 0, Fault.of(e, MEND), "");
            } catch (IOException e) {
                rejects.add(
                        place, 0, new Fault("file", String.valueOf(e.getMessage()), "a readable capture", MEND), "");
            }
        });
        return recording.dataDirection();
    }

    /** The direction with the most bytes: the other one bears acknowledgments. */
    private FlowRecording dataDirection() {
        Map<String, Long> bytes = new HashMap<>();
        for (SampleBatch batch : batches) {
            batch.queues().forEach(sample -> bytes.merge(sample.queue(), sample.sentBytes(), Long::sum));
        }
        Optional<String> data =
                bytes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        TreeMap<Long, FlowView> seconds = new TreeMap<>();
        data.ifPresent(queue -> batches.forEach(batch -> seconds.put(batch.startMillis() / 1000, view(batch, queue))));
        return new FlowRecording(seconds);
    }

    private static FlowView view(SampleBatch batch, String queue) {
        Optional<QueueSample> sample =
                batch.queues().stream().filter(of -> of.queue().equals(queue)).findFirst();
        return sample.map(FlowView::of)
                .orElse(FlowView.none())
                .with(
                        batch.flows().stream()
                                .filter(flow -> flow.queue().equals(queue))
                                .toList(),
                        batch.trails().stream()
                                .filter(trail -> trail.queue().equals(queue))
                                .toList());
    }

    @Override
    public void batch(SampleBatch batch) {
        batches.add(batch);
    }

    @Override
    public void reject(Reject reject) {
        rejects.forward(reject);
    }
}
