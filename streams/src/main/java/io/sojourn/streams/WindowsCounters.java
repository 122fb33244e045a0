// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.Stage;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the job has counted since it was made. Safe to read at any time. A transaction that was aborted and done again
 * counts twice here, never on the topics.
 */
public final class WindowsCounters {
    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    private final Map<Given, LongAdder> windows = new ConcurrentHashMap<>();
    private final Map<Integer, Long> openByPartition = new ConcurrentHashMap<>();

    private record Given(Stage stage, long sizeMillis) {}

    WindowsCounters() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
    }

    /** Records read from the samples topic, bad ones included. */
    public long batchesIn() {
        return count(Count.BATCHES_IN);
    }

    /** Records that are no batch, or whose key is not the node. */
    public long unreadable() {
        return count(Count.UNREADABLE);
    }

    /** Batches ignored because their sequence was seen. */
    public long duplicates() {
        return count(Count.DUPLICATES);
    }

    /** Batches that came after one of their windows was closed. */
    public long late() {
        return count(Count.LATE);
    }

    /** Batches whose node's clock is too far off. */
    public long wrongClocks() {
        return count(Count.WRONG_CLOCKS);
    }

    /** Batches with counters that can't be summed. */
    public long unfit() {
        return count(Count.UNFIT);
    }

    /** Records put on the rejects topic: unreadable, late, wrong clock or unfit. */
    public long rejected() {
        return count(Count.REJECTED);
    }

    /** Batches that the sequence showed missing when it was first seen; one that still comes is not taken off. */
    public long lostBatches() {
        return count(Count.LOST_BATCHES);
    }

    /** Queue samples in the batches that were taken. */
    public long samplesIn() {
        return count(Count.SAMPLES_IN);
    }

    /** Windows of queues in progress that were given out. */
    public long earlyWindowsOut() {
        return count(Count.EARLY_WINDOWS_OUT);
    }

    /** Final windows of queues. */
    public long windowsOut() {
        return count(Count.WINDOWS_OUT);
    }

    public long flowWindowsOut() {
        return count(Count.FLOW_WINDOWS_OUT);
    }

    /** Parts of parents that nodes added, late ones included. */
    public long partsIn() {
        return count(Count.PARTS_IN);
    }

    /** Parts that came after their second of the parent was closed. */
    public long lateParts() {
        return count(Count.LATE_PARTS);
    }

    /** Final windows of parents, nodes among them. */
    public long scopeWindowsOut() {
        return count(Count.SCOPE_WINDOWS_OUT);
    }

    /** Time that the batches took to be read, folded and put out, all together. */
    public long processingNanos() {
        return count(Count.PROCESSING_NANOS);
    }

    /** Windows of queues given out, by size. */
    public Map<Long, Long> windowsOutBySizeMillis(Stage stage) {
        Map<Long, Long> bySize = new TreeMap<>();
        windows.forEach((key, sum) -> {
            if (key.stage == stage) {
                bySize.put(key.sizeMillis, sum.sum());
            }
        });
        return bySize;
    }

    /** Windows in progress now, of all sizes, of the nodes that this instance has. */
    public long openWindows() {
        return openByPartition.values().stream().mapToLong(open -> open).sum();
    }

    /** Stream threads that failed and were replaced. */
    public long threadsReplaced() {
        return count(Count.THREADS_REPLACED);
    }

    /** All of them by name. */
    public Map<String, Long> snapshot() {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((count, sum) -> named.put(count.label(), sum.sum()));
        return named;
    }

    void windows(Stage stage, long sizeMillis, long by) {
        windows.computeIfAbsent(new Given(stage, sizeMillis), given -> new LongAdder())
                .add(by);
        add(stage == Stage.FINAL ? Count.WINDOWS_OUT : Count.EARLY_WINDOWS_OUT, by);
    }

    void open(int partition, long windowsInProgress) {
        openByPartition.put(partition, windowsInProgress);
    }

    void gone(int partition) {
        openByPartition.remove(partition);
    }

    void add(Count count, long by) {
        adder(count).add(by);
    }

    private long count(Count count) {
        return adder(count).sum();
    }

    private LongAdder adder(Count count) {
        return Objects.requireNonNull(counts.get(count));
    }
}
