// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Points on their way to the store: cut into batches, each tried until it is stored or known to be bad. A refused batch
 * is halved until the bad points stand alone, so that n bad points of a batch cost about {@code n log2(5000)} more writes
 * and never hold up a good one. Not safe for use by several threads.
 */
final class WriteQueue {
    static final int BATCH_POINTS = 5_000;

    /** Both InfluxDB 1 (25 MB) and QuestDB take more; a smaller one keeps both sides' memory and time small. */
    static final int BATCH_BYTES = 4_000_000;

    private final PointSink sink;
    private final BiConsumer<Line, String> onRefused;
    private final Deque<List<Line>> batches = new ArrayDeque<>();
    private boolean prepared;
    private long written;

    /** @param onRefused told each point that the store won't take, and what it said */
    WriteQueue(PointSink sink, BiConsumer<Line, String> onRefused) {
        this.sink = sink;
        this.onRefused = onRefused;
    }

    void add(List<Line> lines) {
        List<Line> batch = new ArrayList<>();
        long bytes = 0;
        for (Line line : lines) {
            if (batch.size() == BATCH_POINTS || (!batch.isEmpty() && bytes + line.size() > BATCH_BYTES)) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(line);
            bytes += line.size();
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
    }

    /**
     * Writes all there is. After an exception what was not yet stored is still there.
     *
     * @throws PointSink.Away when the store is; to be called again later
     */
    void drain() throws PointSink.Away {
        while (!batches.isEmpty()) {
            List<Line> batch = batches.getFirst();
            try {
                prepare();
                sink.write(batch);
                written += batch.size();
                batches.removeFirst();
            } catch (PointSink.Refused refused) {
                batches.removeFirst();
                split(batch, refused);
            } catch (PointSink.Away away) {
                prepared = false;
                throw away;
            }
        }
    }

    private void prepare() throws PointSink.Away {
        if (!prepared) {
            sink.prepare();
            prepared = true;
        }
    }

    private void split(List<Line> batch, PointSink.Refused refused) {
        if (batch.size() == 1 || refused.all()) {
            batch.forEach(line -> onRefused.accept(line, String.valueOf(refused.getMessage())));
            return;
        }
        int half = batch.size() / 2;
        batches.addFirst(batch.subList(half, batch.size()));
        batches.addFirst(batch.subList(0, half));
    }

    /** Forgets points: whoever owns them now will write them. */
    void removeIf(Predicate<Line> gone) {
        List<List<Line>> kept = new ArrayList<>();
        for (List<Line> batch : batches) {
            List<Line> rest = batch.stream().filter(gone.negate()).toList();
            if (!rest.isEmpty()) {
                kept.add(rest);
            }
        }
        batches.clear();
        batches.addAll(kept);
    }

    long written() {
        return written;
    }

    int waiting() {
        return batches.stream().mapToInt(List::size).sum();
    }
}
