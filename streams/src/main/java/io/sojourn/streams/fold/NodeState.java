// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.SampleBatch;
import java.util.List;
import java.util.Optional;

/**
 * All that the fold knows of a node besides the samples of its open windows. With the batches of those windows it is
 * enough to go on after a restart: see {@link NodeFold#restore}.
 *
 * @param nodeTimeMillis greatest end of a batch; {@link Long#MIN_VALUE} before the first
 * @param runs the run that goes on and the one before it, newest first; at most two
 * @param closedUntil windows closed early, see {@link NodeFold#idle}
 * @param onTimeMillis broker's time of the last live batch that came within the clock tolerance; {@link Long#MIN_VALUE}
 *     before the first
 * @param offset how far the node's clock is off
 */
public record NodeState(
        String node,
        long nodeTimeMillis,
        List<SequenceRun> runs,
        List<ClosedUntil> closedUntil,
        long onTimeMillis,
        ClockOffset offset) {
    public NodeState {
        runs = List.copyOf(runs);
        closedUntil = List.copyOf(closedUntil);
    }

    static NodeState fresh(String node) {
        return new NodeState(node, Long.MIN_VALUE, List.of(), List.of(), Long.MIN_VALUE, ClockOffset.UNKNOWN);
    }

    /**
     * The state with one more batch; empty when the batch was seen before.
     *
     * <p>A sequence that was passed, at a time that was not, is a node that started again. Anything else at a passed
     * sequence is a duplicate, unless the sequence is known to be missing: then the batch comes late or out of order.
     */
    Optional<NodeState> after(SampleBatch batch) {
        return runsAfter(batch)
                .map(next -> new NodeState(
                        node, Math.max(nodeTimeMillis, batch.endMillis()), next, closedUntil, onTimeMillis, offset));
    }

    private Optional<List<SequenceRun>> runsAfter(SampleBatch batch) {
        if (runs.isEmpty()) {
            return Optional.of(List.of(SequenceRun.of(batch)));
        }
        SequenceRun current = runs.get(0);
        if (batch.sequence() <= current.last() && batch.startMillis() >= nodeTimeMillis) {
            return Optional.of(List.of(SequenceRun.of(batch), current));
        }
        if (runs.size() == 1) {
            return current.has(batch.sequence()) ? Optional.empty() : Optional.of(List.of(current.with(batch)));
        }
        SequenceRun before = runs.get(1);
        if (isOfRunBefore(batch, current, before)) {
            return before.has(batch.sequence()) ? Optional.empty() : Optional.of(List.of(current, before.with(batch)));
        }
        return current.has(batch.sequence()) ? Optional.empty() : Optional.of(List.of(current.with(batch), before));
    }

    private static boolean isOfRunBefore(SampleBatch batch, SequenceRun current, SequenceRun before) {
        return batch.startMillis() < before.lastEndMillis()
                || (batch.startMillis() < current.startMillis() && batch.sequence() > current.first());
    }

    /** Batches missing that may have been part of the window. */
    long lostIn(long startMillis, long endMillis) {
        return runs.stream()
                .mapToLong(run -> run.lostIn(startMillis, endMillis))
                .reduce(0, Sums::plus);
    }

    /** Batches missing right before a batch that starts in the window: each missing one is of one second only. */
    long lostBefore(long startMillis, long endMillis) {
        return runs.stream()
                .flatMap(run -> run.gaps().stream())
                .filter(gap -> startMillis <= gap.toMillis() && gap.toMillis() < endMillis)
                .mapToLong(SequenceGap::count)
                .reduce(0, Sums::plus);
    }

    /** Batches that the sequence shows missing so far. */
    public long missingBatches() {
        return runs.stream()
                .flatMap(run -> run.gaps().stream())
                .mapToLong(SequenceGap::count)
                .reduce(0, Sums::plus);
    }

    /** Whether the window is closed: the node's time is at its end plus the grace, or it was closed early. */
    boolean isClosed(WindowSize size, long startMillis) {
        long endMillis = startMillis + size.sizeMillis();
        return nodeTimeMillis >= size.closingMillis(startMillis) || endMillis <= ClosedUntil.of(closedUntil, size);
    }

    NodeState withOnTime(long millis) {
        return new NodeState(node, nodeTimeMillis, runs, closedUntil, millis, offset);
    }

    NodeState withOffset(ClockOffset next) {
        return new NodeState(node, nodeTimeMillis, runs, closedUntil, onTimeMillis, next);
    }

    /** The state with windows of every size up to this one closed until their end, at the least. */
    NodeState withClosedUntil(List<WindowSize> sizes, WindowSize size, long endMillis) {
        List<ClosedUntil> next = ClosedUntil.with(closedUntil, sizes, size, endMillis);
        return new NodeState(node, nodeTimeMillis, runs, next, onTimeMillis, offset);
    }
}
