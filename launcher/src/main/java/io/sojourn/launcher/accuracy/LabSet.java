// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.launcher.labnode.LabCapture;
import io.sojourn.launcher.labnode.LabSamples;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Networks of the lab, drawn at random and looked at in turn by the node itself, which counts its drops, and by captures at the
 * sender and at the receiver, from which they have to be inferred.
 */
public final class LabSet implements LabelledSet {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private final long seed;
    private final int count;

    public LabSet(long seed, int count) {
        this.seed = seed;
        this.count = count;
    }

    @Override
    public List<LabelledCase> cases() {
        List<LabelledCase> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LabDraw draw = LabDraw.of(seed, i);
            LabTruth truth = new LabTruth(draw);
            cases.add(new LabelledCase(
                    "lab",
                    draw.view().text(),
                    draw.name(),
                    draw.kind(),
                    draw.baseRttNanos() / 1_000,
                    false,
                    sink -> read(draw, truth, sink),
                    truth::truth));
        }
        return cases;
    }

    private static void read(LabDraw draw, LabTruth truth, SampleSink sink) throws InterruptedException {
        if (draw.view() == LabDraw.View.NODE) {
            LabSamples.run(draw.plan(), draw.nodes(), truth, EPOCH_MILLIS, sink::batch);
            return;
        }
        try {
            capture(draw, truth, sink);
        } catch (IOException e) {
            throw Refusal.missing("a capture of the lab can't be kept for a while: " + e.getMessage());
        }
    }

    private static void capture(LabDraw draw, LabTruth truth, SampleSink sink)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile("sojourn-lab", ".pcap");
        try {
            LabCapture.write(
                    draw.plan(), Set.of(LabDraw.THERE, LabDraw.BACK), draw.backNanos(), truth, EPOCH_MILLIS, file);
            var unused = new Input(file, false).read(sink);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
