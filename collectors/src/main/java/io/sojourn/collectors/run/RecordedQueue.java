// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.QueueCounts;
import io.sojourn.collectors.Series;
import io.sojourn.collectors.tc.QueueReading;
import io.sojourn.collectors.tc.QueueTotals;
import io.sojourn.collectors.tc.TcCounters;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All readings of one queue in a recording. */
final class RecordedQueue {
    static final long SECOND_MICROS = 1_000_000;

    private static final int BACKLOG_BYTES = 5;
    private static final int BACKLOG_PACKETS = 6;

    private final String name;
    private final QueueTotals totals = new QueueTotals();
    private final Series series = new Series();
    private final List<QueueSettings> settings = new ArrayList<>();

    RecordedQueue(String name) {
        this.name = name;
    }

    void add(long micros, QueueReading reading) {
        TcCounters row = totals.add(reading);
        series.add(
                micros,
                row.sentBytes(),
                row.sentPackets(),
                row.drops(),
                row.overflowDrops(),
                row.marks(),
                row.backlogBytes(),
                row.backlogPackets());
        settings.add(reading.settings());
    }

    String name() {
        return name;
    }

    long firstMicros() {
        return series.firstMicros();
    }

    long lastMicros() {
        return series.lastMicros();
    }

    /** Bytes sent from the first reading to the last. */
    long sentBytes() {
        return series.last()[0];
    }

    /** Its rate at the end, null when it has none. */
    @Nullable
    Long rateBitsPerSecond() {
        return settings.get(settings.size() - 1).rateBitsPerSecond();
    }

    /** What it did in the second that begins there; empty when it was not read in it. */
    Optional<QueueCounts> second(long startMicros) {
        List<Integer> readings = series.between(startMicros, startMicros + SECOND_MICROS);
        if (readings.isEmpty()) {
            return Optional.empty();
        }
        long peakBytes = readings.stream()
                .mapToLong(i -> series.row(i)[BACKLOG_BYTES])
                .max()
                .orElse(0);
        long peakPackets = readings.stream()
                .mapToLong(i -> series.row(i)[BACKLOG_PACKETS])
                .max()
                .orElse(0);
        return Optional.of(QueueTotals.between(
                settings.get(readings.get(readings.size() - 1)),
                counters(series.at(startMicros)),
                counters(series.at(startMicros + SECOND_MICROS)),
                peakBytes,
                peakPackets));
    }

    private static TcCounters counters(long[] row) {
        return new TcCounters(row[0], row[1], row[2], row[3], row[4], row[BACKLOG_BYTES], row[BACKLOG_PACKETS]);
    }
}
