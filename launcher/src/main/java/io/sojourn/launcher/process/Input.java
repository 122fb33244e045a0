// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.collectors.SampleSource;
import io.sojourn.collectors.capture.CaptureOptions;
import io.sojourn.collectors.capture.CaptureSource;
import io.sojourn.collectors.capture.CaptureSummary;
import io.sojourn.collectors.run.RecordedRunSource;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.capture.CaptureReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a command is given to read: a capture, or the folder of a recorded run. */
public final class Input {
    private static final SampleSink NOWHERE = new SampleSink() {
        @Override
        public void batch(SampleBatch batch) {}

        @Override
        public void reject(Reject reject) {}
    };

    private final Path path;
    private final boolean flowsAsQueues;

    /** @param flowsAsQueues whether the heaviest flows of a capture are judged one by one, too */
    public Input(Path path, boolean flowsAsQueues) {
        this.path = path;
        this.flowsAsQueues = flowsAsQueues;
    }

    /** The node that the samples bear: the name of the file or folder. */
    public String node() {
        Path name = path.toAbsolutePath().normalize().getFileName();
        return name == null ? "input" : name.toString();
    }

    /**
     * Whether it is what it should be; reads no more of a capture than its head.
     *
     * @throws Refusal when it is not: what, where, the mend
     */
    public void check() throws InterruptedException {
        if (Files.isDirectory(path)) {
            read(NOWHERE);
            return;
        }
        checkReadable();
        open();
    }

    /**
     * Whether it is a capture; reads no more than its head.
     *
     * @param option what it was given with, for the message
     * @throws Refusal when it is not: what, where, the mend
     */
    public void checkCapture(String option) {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw Refusal.wrongInput(
                    option + path + " " + Unreadable.why(path) + "; give a capture, pcap or pcapng, .gz .xz .zst too");
        }
        open();
    }

    private void open() {
        try {
            CaptureReader.open(path).close();
        } catch (OutOfRange e) {
            throw Refusal.wrongInput(path + ": " + e.getMessage());
        } catch (IOException e) {
            throw Refusal.wrongInput(path + " cannot be read: " + e);
        }
    }

    private void checkReadable() {
        if (!Files.isReadable(path)) {
            throw Refusal.wrongInput(path + " cannot be read; give a capture or the folder of a recorded run");
        }
    }

    /**
     * Reads it to its end.
     *
     * @return what was in a capture; empty for a folder
     * @throws Refusal when nothing can be read: what, where, the mend
     */
    public Optional<CaptureSummary> read(SampleSink sink) throws InterruptedException {
        checkReadable();
        try {
            if (Files.isDirectory(path)) {
                try (SampleSource source = new RecordedRunSource(path)) {
                    source.run(sink);
                }
                return Optional.empty();
            }
            CaptureOptions options = CaptureOptions.of(node()).withFlowsAsQueues(flowsAsQueues);
            return Optional.of(new CaptureSource(path, options).run(sink));
        } catch (OutOfRange e) {
            throw Refusal.wrongInput(path + ": " + e.getMessage());
        } catch (IOException e) {
            throw Refusal.wrongInput(String.valueOf(e.getMessage()));
        }
    }
}
