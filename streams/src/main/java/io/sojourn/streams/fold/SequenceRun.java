// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Which batches of one run of a node were seen: every sequence from {@code first} to {@code last} but the gaps.
 *
 * @param startMillis least start of a batch of the run
 * @param firstStartMillis start of the batch {@code first}
 * @param lastEndMillis end of the batch {@code last}
 * @param gaps ascending, at most {@value #GAP_LIMIT}: of more, the oldest are taken as seen
 */
public record SequenceRun(
        long startMillis, long first, long firstStartMillis, long last, long lastEndMillis, List<SequenceGap> gaps) {
    static final int GAP_LIMIT = 32;

    public SequenceRun {
        gaps = List.copyOf(gaps.size() > GAP_LIMIT ? gaps.subList(gaps.size() - GAP_LIMIT, gaps.size()) : gaps);
    }

    static SequenceRun of(SampleBatch batch) {
        return new SequenceRun(
                batch.startMillis(),
                batch.sequence(),
                batch.startMillis(),
                batch.sequence(),
                batch.endMillis(),
                List.of());
    }

    boolean has(long sequence) {
        return first <= sequence && sequence <= last && gaps.stream().noneMatch(gap -> gap.holds(sequence));
    }

    /** The run with one more batch, which it must not have. */
    SequenceRun with(SampleBatch batch) {
        long sequence = batch.sequence();
        long start = Math.min(startMillis, batch.startMillis());
        List<SequenceGap> next = new ArrayList<>(gaps);
        if (sequence > last) {
            add(next, next.size(), new SequenceGap(last + 1, sequence - 1, lastEndMillis, batch.startMillis()));
            return new SequenceRun(start, first, firstStartMillis, sequence, batch.endMillis(), next);
        }
        if (sequence < first) {
            add(next, 0, new SequenceGap(sequence + 1, first - 1, batch.endMillis(), firstStartMillis));
            return new SequenceRun(start, sequence, batch.startMillis(), last, lastEndMillis, next);
        }
        split(next, batch);
        return new SequenceRun(start, first, firstStartMillis, last, lastEndMillis, next);
    }

    private static void split(List<SequenceGap> gaps, SampleBatch batch) {
        long sequence = batch.sequence();
        int at = 0;
        while (!gaps.get(at).holds(sequence)) {
            at++;
        }
        SequenceGap gap = gaps.remove(at);
        add(gaps, at, new SequenceGap(sequence + 1, gap.last(), batch.endMillis(), gap.toMillis()));
        add(gaps, at, new SequenceGap(gap.first(), sequence - 1, gap.fromMillis(), batch.startMillis()));
    }

    private static void add(List<SequenceGap> gaps, int at, SequenceGap gap) {
        if (gap.count() > 0) {
            gaps.add(at, gap);
        }
    }

    long lostIn(long windowStartMillis, long windowEndMillis) {
        return gaps.stream()
                .filter(gap -> gap.touches(windowStartMillis, windowEndMillis))
                .mapToLong(SequenceGap::count)
                .reduce(0, Sums::plus);
    }
}
