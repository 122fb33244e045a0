// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.bench;

import io.sojourn.collectors.capture.CaptureOptions;
import io.sojourn.collectors.capture.CaptureSource;
import io.sojourn.collectors.capture.CaptureSummary;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.nio.file.Path;

/** What {@code analyse} reads a capture with, in a process of its own; its batches go nowhere. */
final class OneCapture implements SampleSink {
    private OneCapture() {}

    public static void main(String[] arguments) throws IOException {
        CaptureOptions options = CaptureOptions.of("bench").withFlowsAsQueues(true);
        CaptureSummary summary = new CaptureSource(Path.of(arguments[0]), options).run(new OneCapture());
        System.out.println(summary.packets() + " packets");
    }

    @Override
    public void batch(SampleBatch batch) {}

    @Override
    public void reject(Reject reject) {
        System.out.println(reject.line());
    }
}
