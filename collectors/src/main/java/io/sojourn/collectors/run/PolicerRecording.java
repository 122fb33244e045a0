// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.CounterDelta;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.Series;
import io.sojourn.collectors.nft.NftCounter;
import io.sojourn.collectors.nft.NftParser;
import io.sojourn.telemetry.LengthAccounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What nftables rules dropped for being over a rate, all such rules together. */
final class PolicerRecording {
    private final Map<String, CounterDelta> packets = new HashMap<>();
    private final Map<String, CounterDelta> bytes = new HashMap<>();
    private final Series series = new Series();
    private long totalPackets;
    private long totalBytes;

    private PolicerRecording() {}

    /** @return empty when there is no such rule */
    static Optional<PolicerRecording> read(Optional<Path> file, Rejects rejects) throws IOException {
        PolicerRecording recording = new PolicerRecording();
        if (file.isPresent()) {
            new PolledFile(file.get(), rejects)
                    .forEach(poll -> recording.add(poll.micros(), NftParser.parse(poll.out(), poll.faults())));
        }
        return recording.series.isEmpty() ? Optional.empty() : Optional.of(recording);
    }

    private void add(long micros, List<NftCounter> counters) {
        boolean found = false;
        for (NftCounter counter : counters) {
            if (counter.policer()) {
                found = true;
                totalPackets += packets.computeIfAbsent(counter.rule(), rule -> new CounterDelta())
                        .next(counter.packets());
                totalBytes += bytes.computeIfAbsent(counter.rule(), rule -> new CounterDelta())
                        .next(counter.bytes());
            }
        }
        if (found) {
            series.add(micros, totalPackets, totalBytes);
        }
    }

    /** The queue with the second's policed packets. nftables counts from the IP header on, qdiscs the frame. */
    QueueCounts inFrontOf(QueueCounts queue, long startMicros) {
        long[] start = series.at(startMicros);
        long[] end = series.at(startMicros + RecordedQueue.SECOND_MICROS);
        long policed = end[0] - start[0];
        return queue.behindPolicer(policed, end[1] - start[1] + policed * LengthAccounting.ETHERNET.overheadBytes());
    }
}
