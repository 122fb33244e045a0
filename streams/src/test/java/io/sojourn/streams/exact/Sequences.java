// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the sequences of a node tell: which batches are duplicates, and where some are missing. */
final class Sequences {
    /** Of more gaps in a run, the oldest are taken as seen. */
    private static final int GAP_LIMIT = 32;

    /** The run that goes on, and the one before it; older ones are forgotten. */
    private Run current = new Run();

    private Run before = new Run();

    /** @param nodeTimeMillis before the batch */
    boolean isDuplicate(SampleBatch batch, long nodeTimeMillis) {
        return !startsAnew(batch, nodeTimeMillis) && runOf(batch).has(batch.sequence());
    }

    /** Notes a batch that is no duplicate. */
    void take(SampleBatch batch, long nodeTimeMillis) {
        if (startsAnew(batch, nodeTimeMillis)) {
            before = current;
            current = new Run();
        }
        (current.isEmpty() ? current : runOf(batch)).take(batch);
    }

    /** Missing batches that may have lain in the window. One that ends where the window starts counts too. */
    long lostIn(long startMillis, long endMillis) {
        long lost = 0;
        for (Run run : List.of(current, before)) {
            for (Gap gap : run.gaps()) {
                long from = Math.min(gap.before().endMillis(), gap.after().startMillis());
                long to = Math.max(gap.before().endMillis(), gap.after().startMillis());
                lost += from < endMillis && to >= startMillis ? gap.missing() : 0;
            }
        }
        return lost;
    }

    /** Missing batches whose next one that came starts in the window. */
    long lostBefore(long startMillis, long endMillis) {
        return List.of(current, before).stream()
                .flatMap(run -> run.gaps().stream())
                .filter(gap ->
                        gap.after().startMillis() >= startMillis && gap.after().startMillis() < endMillis)
                .mapToLong(Gap::missing)
                .sum();
    }

    /** A sequence that was passed, at a time that was not. */
    private boolean startsAnew(SampleBatch batch, long nodeTimeMillis) {
        return !current.isEmpty()
                && batch.sequence() <= current.last().sequence()
                && batch.startMillis() >= nodeTimeMillis;
    }

    private Run runOf(SampleBatch batch) {
        boolean isOfTheRunBefore = !before.isEmpty()
                && (batch.startMillis() < before.last().endMillis()
                        || (batch.startMillis() < current.leastStartMillis()
                                && batch.sequence() > current.firstSequence()));
        return isOfTheRunBefore ? before : current;
    }

    private record Gap(SampleBatch before, SampleBatch after) {
        long missing() {
            return after.sequence() - before.sequence() - 1;
        }
    }

    private static final class Run {
        private final TreeMap<Long, SampleBatch> seen = new TreeMap<>();
        private final Set<Long> forgottenAfter = new HashSet<>();

        boolean isEmpty() {
            return seen.isEmpty();
        }

        SampleBatch last() {
            return seen.lastEntry().getValue();
        }

        long firstSequence() {
            return seen.firstKey();
        }

        long leastStartMillis() {
            return seen.values().stream()
                    .mapToLong(SampleBatch::startMillis)
                    .min()
                    .orElseThrow();
        }

        boolean has(long sequence) {
            Map.Entry<Long, SampleBatch> lower = seen.floorEntry(sequence);
            boolean isInside = lower != null && sequence <= seen.lastKey();
            return isInside && (lower.getKey() == sequence || forgottenAfter.contains(lower.getKey()));
        }

        void take(SampleBatch batch) {
            seen.put(batch.sequence(), batch);
            List<Gap> gaps = gaps();
            gaps.subList(0, Math.max(0, gaps.size() - GAP_LIMIT))
                    .forEach(gap -> forgottenAfter.add(gap.before().sequence()));
        }

        List<Gap> gaps() {
            List<Gap> gaps = new ArrayList<>();
            SampleBatch previous = null;
            for (SampleBatch batch : seen.values()) {
                if (previous != null
                        && batch.sequence() > previous.sequence() + 1
                        && !forgottenAfter.contains(previous.sequence())) {
                    gaps.add(new Gap(previous, batch));
                }
                previous = batch;
            }
            return gaps;
        }
    }
}
