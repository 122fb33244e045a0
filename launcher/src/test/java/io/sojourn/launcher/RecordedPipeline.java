// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import io.sojourn.analytics.Analyst;
import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.collectors.capture.CaptureOptions;
import io.sojourn.collectors.capture.CaptureSource;
import io.sojourn.collectors.run.RecordedRunSource;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collector, fold and detectors one after the other, without a broker between them. */
final class RecordedPipeline implements SampleSink {
    private final NodeFold fold;
    private final Analyst analyst = new Analyst();
    private final List<Finding> findings = new ArrayList<>();

    private RecordedPipeline(String node) {
        fold = new NodeFold(node, FoldRules.defaults(), Inventory.NONE);
    }

    /** What was found in a recorded folder. */
    static List<Finding> folder(Path folder) throws IOException, InterruptedException {
        RecordedPipeline pipeline = new RecordedPipeline(String.valueOf(folder.getFileName()));
        new RecordedRunSource(folder).run(pipeline);
        return pipeline.end();
    }

    /** What was found in a capture. */
    static List<Finding> capture(Path file, String node) throws IOException {
        RecordedPipeline pipeline = new RecordedPipeline(node);
        var unused = new CaptureSource(file, CaptureOptions.of(node)).run(pipeline);
        return pipeline.end();
    }

    @Override
    public void batch(SampleBatch batch) {
        analyst.batch(batch);
        fold.accept(batch).windows().forEach(analyst::window);
        findings.addAll(analyst.drain());
    }

    @Override
    public void reject(Reject reject) {
        throw new AssertionError(reject.line());
    }

    private List<Finding> end() {
        fold.flush().windows().forEach(analyst::window);
        findings.addAll(analyst.finish());
        return findings;
    }

    /** The verdict on the queue with the most trouble for the longest: a run is judged by its bottleneck. */
    static RunVerdict bottleneck(List<Finding> findings) {
        Map<String, RunVerdict> verdicts = Analyst.verdicts(findings);
        return Analyst.bottleneck(verdicts).orElseThrow();
    }
}
