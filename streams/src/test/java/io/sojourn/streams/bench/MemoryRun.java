// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Memory of the job while event time goes by, faster than the clock.
 *
 * @param idleHeapBytes of a job that has read nothing yet
 */
record MemoryRun(int queues, long idleHeapBytes, List<Reading> readings) {
    /** Minutes of event time at which memory is read. */
    private static final List<Integer> MINUTES = List.of(10, 30, 60);

    /** Full windows of an hour end after this. */
    static final int SECONDS = 3_700;

    /** @param heapBytes after collecting garbage */
    record Reading(double minutes, long heapBytes, long residentBytes) {}

    /** @param seconds of event time on the topic; the topic must not have more than that */
    static MemoryRun measure(Bed bed, KafkaEnds ends, int queues, long seconds, int threads, Progress progress) {
        long nodes = queues / Options.QUEUES_A_NODE;
        List<Reading> readings = new ArrayList<>();
        try (SideRun run = SideRun.fresh(bed, SideKind.WINDOWS, ends, threads, false)) {
            long idleHeapBytes = Long.parseLong(run.child().ask("heap"));
            for (int minutes : MINUTES) {
                if (minutes * 60L <= seconds) {
                    run.require(minutes * 60L * nodes);
                    readings.add(reading(run, nodes));
                    progress.at("%d min of event time".formatted(minutes));
                }
            }
            return new MemoryRun(queues, idleHeapBytes, readings);
        }
    }

    private static Reading reading(SideRun run, long nodes) {
        double minutes = (double) run.committed() / nodes / 60;
        return new Reading(
                minutes, Long.parseLong(run.child().ask("heap")), run.child().residentBytes());
    }

    private double bytesAQueue(Reading reading) {
        return (double) (reading.heapBytes() - idleHeapBytes) / queues;
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "memory over event time, %d queues; heap after collection; a job that has read nothing has %.1f MB%n",
                queues,
                idleHeapBytes / 1e6));
        text.append(String.format("  %12s%12s%16s%14s%n", "min", "heap MB", "bytes a queue", "resident MB"));
        for (Reading reading : readings) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %12.1f%12.1f%16.0f%14.0f%n",
                    reading.minutes(),
                    reading.heapBytes() / 1e6,
                    bytesAQueue(reading),
                    reading.residentBytes() / 1e6));
        }
        return text.toString();
    }
}
