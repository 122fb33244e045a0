// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.ss.FlowMeter;
import io.sojourn.collectors.ss.SocketParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;

/** Polls of sockets to what their flows showed in each second. */
final class SocketRecording {
    /** Recorded runs are polled ten times a second. */
    private static final long CELL_MICROS = 100_000;

    private final FlowMeter meter = new FlowMeter("tcp", CELL_MICROS);
    private final TreeMap<Long, FlowView> seconds = new TreeMap<>();
    private long second = -1;

    private SocketRecording() {}

    static FlowRecording read(Optional<Path> file, Rejects rejects) throws IOException {
        SocketRecording recording = new SocketRecording();
        if (file.isPresent()) {
            new PolledFile(file.get(), rejects).forEach(recording::add);
            recording.drain();
        }
        return new FlowRecording(recording.seconds);
    }

    private void add(PolledFile.Poll poll) {
        long at = poll.micros() / RecordedQueue.SECOND_MICROS;
        if (at != second) {
            drain();
            second = at;
        }
        meter.poll(poll.micros(), SocketParser.parse(poll.raw(), poll.faults()));
    }

    private void drain() {
        if (second >= 0) {
            seconds.put(second, meter.drain());
        }
    }
}
