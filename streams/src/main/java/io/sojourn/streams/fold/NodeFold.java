// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Folds the batches of one node into windows: samples into seconds, seconds into ten seconds, and so on up.
 *
 * <p>The node's time is the greatest end of a batch. A window closes, once and for all, when the node's time reaches its
 * end plus the grace of its size, and is then a part of the window of the next size. A batch that comes when its second is
 * closed is refused for the sizes that are closed and added to the smallest window that is still open. The same batches give
 * the same windows in any order within the grace, and windows come in the order in which they close.
 *
 * <p>Not safe for use by several threads.
 */
public final class NodeFold {
    /** The end of year 9999: what lies beyond is a wrong unit, and sums of such times would not fit. */
    static final long LATEST_MILLIS = 253_402_300_800_000L;

    private final FoldRules rules;
    private final Ladder ladder;
    private final WindowCloser closer;
    private final Parents parents;
    private NodeState state;

    public NodeFold(String node, FoldRules rules, Inventory inventory) {
        this(NodeState.fresh(node), rules, inventory);
    }

    NodeFold(NodeState state, FoldRules rules, Inventory inventory) {
        this.state = state;
        this.rules = rules;
        this.ladder = new Ladder(rules.sizes());
        this.parents = new Parents(state.node(), inventory);
        this.closer = new WindowCloser(state.node(), rules, ladder, parents);
    }

    /** Folds a batch without a look at any clock: recordings, and live batches whose clock was judged elsewhere. */
    public Folded accept(SampleBatch batch) {
        return accept(batch, null);
    }

    /**
     * Folds a batch that a broker took.
     *
     * @param appendedMillis the broker's time when it did; live batches too far from it are refused
     */
    public Folded accept(SampleBatch batch, long appendedMillis) {
        return accept(batch, Long.valueOf(appendedMillis));
    }

    private Folded accept(SampleBatch batch, @Nullable Long appendedMillis) {
        if (batch.endMillis() > LATEST_MILLIS) {
            return Folded.refused(Fate.CLOCK, Refusals.beyondTime(batch, LATEST_MILLIS));
        }
        Optional<NodeState> next = state.after(batch);
        if (next.isEmpty()) {
            return Folded.ignored();
        }
        if (appendedMillis != null && batch.clocking() == Clocking.LIVE) {
            Optional<Refusal> clock = ClockRule.refusal(rules, state, batch, appendedMillis);
            if (clock.isPresent()) {
                return Folded.refused(Fate.CLOCK, clock.get());
            }
            next = next.map(s -> s.withOffset(s.offset().after(batch, appendedMillis)));
            if (ClockRule.isOnTime(rules, batch, appendedMillis)) {
                next = next.map(s -> s.withOnTime(appendedMillis));
            }
        }
        return fold(batch, next.get());
    }

    private Folded fold(SampleBatch batch, NodeState next) {
        boolean hasSamples = !batch.queues().isEmpty() || !batch.flows().isEmpty();
        WindowSize entry = hasSamples ? entry(batch) : null;
        if (entry != null) {
            try {
                add(batch, entry);
            } catch (OutOfRange unfit) {
                return Folded.refused(Fate.UNFIT, Refusals.unfit(batch, unfit));
            }
        }
        boolean isLate = hasSamples && !rules.sizes().get(0).equals(entry);
        Refusal late = isLate ? Refusals.late(batch, state, rules, entry) : null;
        state = next;
        List<Closed> closed = close(window -> state.isClosed(window.size, window.startMillis));
        return new Folded(isLate ? Fate.LATE : Fate.FOLDED, entry, late, closed);
    }

    /** The smallest size whose window is still open for the batch; null when none is. */
    private @Nullable WindowSize entry(SampleBatch batch) {
        for (WindowSize size : rules.sizes()) {
            if (!state.isClosed(size, size.startOf(batch.startMillis()))) {
                return size;
            }
        }
        return null;
    }

    /** Adds all of the batch, or nothing when a part of it does not fit. */
    private void add(SampleBatch batch, WindowSize entry) {
        WindowSize second = rules.sizes().get(0);
        List<WindowTotal> totals = new ArrayList<>(batch.queues().size());
        for (QueueSample sample : batch.queues()) {
            WindowTotal total = SampleWindow.of(batch, sample, second, parents.planOf(sample.queue()));
            if (!entry.equals(second)) {
                total.goUpLate(entry);
            }
            totals.add(total);
        }
        Map<String, List<FlowSample>> flows = flowsByQueue(batch);
        OpenWindow window = ladder.at(entry, batch.startMillis());
        totals.forEach(window::add);
        flows.forEach((queue, samples) -> window.addFlows(queue, samples, batch.clocking()));
    }

    private static Map<String, List<FlowSample>> flowsByQueue(SampleBatch batch) {
        Map<String, List<FlowSample>> flows = new LinkedHashMap<>();
        for (FlowSample flow : batch.flows()) {
            SampleWindow.checkCount("flows.rttMicros.count", flow.rttMicros());
            flows.computeIfAbsent(flow.queue(), q -> new ArrayList<>()).add(flow);
        }
        return flows;
    }

    /**
     * Closes windows of a node that fell silent.
     *
     * <p>Those of a recording, all of them: no more of it is expected. Those of a live node, when its clock must have
     * passed their closing time: its clock is at most the tolerance behind, so a node that comes back loses nothing.
     *
     * @param nowMillis the world's time
     */
    public Folded idle(long nowMillis) {
        return Folded.closed(close(window -> window.clocking == Clocking.RECORDED
                || window.closingMillis() + rules.clockToleranceMillis() <= nowMillis));
    }

    /** Closes everything: the end of a recording. */
    public Folded flush() {
        return Folded.closed(close(window -> true));
    }

    private List<Closed> close(Predicate<OpenWindow> due) {
        List<Closed> closed = new ArrayList<>();
        for (Optional<OpenWindow> next = ladder.takeFirst(due); next.isPresent(); next = ladder.takeFirst(due)) {
            OpenWindow window = next.get();
            if (!state.isClosed(window.size, window.startMillis)) {
                state = state.withClosedUntil(rules.sizes(), window.size, window.endMillis());
            }
            closed.add(closer.close(window, state));
        }
        return closed;
    }

    /**
     * Windows in progress that have changed since the last such look, with all that was taken so far.
     *
     * @param sizeMillis the sizes looked at
     */
    public List<Closed> early(List<Long> sizeMillis) {
        return closer.early(sizeMillis, state);
    }

    /** Whether a window is still open. */
    public boolean hasOpen() {
        return !ladder.isEmpty();
    }

    public int openWindows() {
        return ladder.count();
    }

    public NodeState state() {
        return state;
    }

    /** For whoever makes the fold what it was: see {@link NodeRestore}. */
    Ladder ladder() {
        return ladder;
    }

    WindowCloser closer() {
        return closer;
    }

    /** As {@link #accept} has added it. */
    void addAgain(SampleBatch batch, WindowSize entry) {
        add(batch, entry);
    }

    FoldRules rules() {
        return rules;
    }
}
