// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.Unreadable;
import io.sojourn.collectors.ping.PingParser;
import io.sojourn.collectors.ping.PingReply;
import io.sojourn.telemetry.SketchBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Round-trip times of pings. They only stand in while no flow shows any, which gives the base time before the load:
 * under load a ping may pass the queue in a priority class, or through a policer on tokens too few for a full frame.
 */
final class PingRecording {
    private static final long FLOOR_CELL_MICROS = 100_000;

    private final TreeMap<Long, List<PingReply>> seconds = new TreeMap<>();

    private PingRecording() {}

    static PingRecording read(Optional<Path> file, Rejects rejects) throws IOException {
        PingRecording recording = new PingRecording();
        if (file.isPresent()) {
            TextLines.read(file.get(), rejects, (number, line) -> {
                try {
                    PingParser.parse(line).ifPresent(recording::add);
                } catch (Unreadable unreadable) {
                    rejects.add(file.get().getFileName() + ":" + number, 0, unreadable.fault(), line);
                }
            });
        }
        return recording;
    }

    private void add(PingReply reply) {
        seconds.computeIfAbsent(reply.micros() / RecordedQueue.SECOND_MICROS, second -> new ArrayList<>())
                .add(reply);
    }

    /** The view with the second's pings where it has no round-trip time of its own. */
    FlowView standIn(FlowView view, long second) {
        List<PingReply> replies = seconds.getOrDefault(second, List.of());
        if (!view.rttMicros().isEmpty() || replies.isEmpty()) {
            return view;
        }
        SketchBuilder rtt = new SketchBuilder();
        TreeMap<Long, Long> floors = new TreeMap<>();
        for (PingReply reply : replies) {
            rtt.add(reply.rttMicros());
            floors.merge(reply.micros() / FLOOR_CELL_MICROS, reply.rttMicros(), Math::min);
        }
        SketchBuilder floor = new SketchBuilder();
        floors.values().forEach(floor::add);
        return view.withRtt(rtt.build(), floor.build());
    }
}
