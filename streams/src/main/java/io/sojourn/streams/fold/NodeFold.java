// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds the batches of one node into windows.
 *
 * <p>The node's time is the greatest end of a batch. A window closes, once and for all, when the node's time reaches its
 * end plus the grace of its size; a batch that comes later than that is refused for this size and folded into the larger
 * windows that are still open. The same batches give the same windows in any order within the grace, and windows come in
 * the order in which they close, then by end, queue and size: for sizes of one grace that is the order of their ends.
 *
 * <p>Not safe for use by several threads.
 */
public final class NodeFold {
    private static final Comparator<OpenWindow> CLOSING_ORDER = Comparator.comparingLong(OpenWindow::closingMillis)
            .thenComparingLong(OpenWindow::endMillis)
            .thenComparingLong(window -> window.size().sizeMillis());

    /** The end of year 9999: what lies beyond is a wrong unit, and sums of such times would not fit. */
    static final long LATEST_MILLIS = 253_402_300_800_000L;

    private final FoldRules rules;
    private final TreeSet<OpenWindow> open = new TreeSet<>(CLOSING_ORDER);
    private NodeState state;

    public NodeFold(String node, FoldRules rules) {
        this(NodeState.fresh(node), rules);
    }

    private NodeFold(NodeState state, FoldRules rules) {
        this.state = state;
        this.rules = rules;
    }

    /**
     * A fold as it was: goes on exactly as the one whose {@link #state} this was.
     *
     * @param batches at least those that were {@link Folded#inWindows} and start no earlier than its {@link
     *     #oldestOpenMillis}, in any order, each once
     */
    public static NodeFold restore(NodeState state, FoldRules rules, Iterable<SampleBatch> batches) {
        NodeFold fold = new NodeFold(state, rules);
        for (SampleBatch batch : batches) {
            fold.fold(
                    batch,
                    fold.windowsOf(batch).stream()
                            .filter(window -> !state.isClosed(window.size(), window.startMillis()))
                            .toList());
        }
        return fold;
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
            return Folded.refused(Fate.CLOCK, beyondTime(batch));
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
            if (ClockRule.isOnTime(rules, batch, appendedMillis)) {
                next = next.map(s -> s.withOnTime(appendedMillis));
            }
        }
        return fold(batch, next.get());
    }

    private Folded fold(SampleBatch batch, NodeState next) {
        Map<Boolean, List<OpenWindow>> windows = windowsOf(batch).stream()
                .collect(Collectors.partitioningBy(w -> state.isClosed(w.size(), w.startMillis())));
        List<OpenWindow> closed = windows.getOrDefault(true, List.of());
        List<OpenWindow> opened = windows.getOrDefault(false, List.of());
        try {
            fold(batch, opened);
        } catch (OutOfRange | ArithmeticException unfit) {
            return Folded.refused(Fate.UNFIT, unfit(batch, unfit));
        }
        @Nullable Refusal late = closed.isEmpty() ? null : late(batch, closed);
        state = next;
        return close(window -> state.isClosed(window.size(), window.startMillis()))
                .of(late == null ? Fate.FOLDED : Fate.LATE, !opened.isEmpty(), late);
    }

    /** The window of each size that holds the start of the batch, opened or not; none for a batch without samples. */
    private List<OpenWindow> windowsOf(SampleBatch batch) {
        if (batch.queues().isEmpty() && batch.flows().isEmpty()) {
            return List.of();
        }
        List<OpenWindow> windows = new ArrayList<>();
        for (WindowSize size : rules.sizes()) {
            OpenWindow fresh = new OpenWindow(batch.node(), size, size.startOf(batch.startMillis()));
            @Nullable OpenWindow known = open.floor(fresh);
            windows.add(known != null && CLOSING_ORDER.compare(known, fresh) == 0 ? known : fresh);
        }
        return windows;
    }

    private void fold(SampleBatch batch, List<OpenWindow> windows) {
        Map<OpenWindow, OpenWindow.Change> changes = new LinkedHashMap<>();
        windows.forEach(window -> changes.put(window, window.merged(batch)));
        changes.forEach(OpenWindow::apply);
        open.addAll(windows);
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
        return closeEarly(window -> window.clocking() == Clocking.RECORDED
                || window.closingMillis() + rules.clockToleranceMillis() <= nowMillis);
    }

    /** Closes everything: the end of a recording. */
    public Folded flush() {
        return closeEarly(window -> true);
    }

    private Folded closeEarly(Predicate<OpenWindow> due) {
        List<ClosedUntil> closedUntil = new ArrayList<>();
        for (WindowSize size : rules.sizes()) {
            long before = state.closedUntil().stream()
                    .filter(c -> c.sizeMillis() == size.sizeMillis())
                    .mapToLong(ClosedUntil::endMillis)
                    .findFirst()
                    .orElse(Long.MIN_VALUE);
            long end = open.stream()
                    .filter(window -> window.size().equals(size))
                    .filter(due)
                    .mapToLong(OpenWindow::endMillis)
                    .reduce(before, Math::max);
            if (end != Long.MIN_VALUE) {
                closedUntil.add(new ClosedUntil(size.sizeMillis(), end));
            }
        }
        state = state.withClosedUntil(closedUntil);
        return close(window -> state.isClosed(window.size(), window.startMillis()))
                .of(Fate.FOLDED, false, null);
    }

    private Closed close(Predicate<OpenWindow> due) {
        List<OpenWindow> closing = open.stream().filter(due).toList();
        closing.forEach(open::remove);
        Closed closed = new Closed(new ArrayList<>(), new ArrayList<>());
        for (OpenWindow window : closing) {
            long lostBatches = state.lostIn(window.startMillis(), window.endMillis());
            closed.windows().addAll(window.queueWindows(lostBatches));
            closed.flowWindows().addAll(window.flowWindows());
        }
        return closed.inOrder(this::closingMillis);
    }

    private long closingMillis(long sizeMillis, long startMillis) {
        return rules.sizes().stream()
                .filter(size -> size.sizeMillis() == sizeMillis)
                .mapToLong(size -> size.closingMillis(startMillis))
                .findFirst()
                .orElseThrow();
    }

    /** Whether a window is still open. */
    public boolean hasOpen() {
        return !open.isEmpty();
    }

    /** Start of the earliest open window: earlier batches are no longer needed; empty when none is. */
    public OptionalLong oldestOpenMillis() {
        return open.stream().mapToLong(OpenWindow::startMillis).min();
    }

    public NodeState state() {
        return state;
    }

    private Refusal late(SampleBatch batch, List<OpenWindow> closed) {
        String lateness = closed.stream().map(this::lateness).collect(Collectors.joining(", "));
        String grace = closed.stream()
                .map(w -> "less than " + w.size().graceMillis() + " ms after a window of "
                        + w.size().sizeMillis() + " ms")
                .collect(Collectors.joining(", "));
        return new Refusal(
                batch.node(),
                "startMillis",
                batch.startMillis() + " of node " + batch.node() + ", " + lateness,
                grace,
                "send a node's batches in the order of their time, or raise the grace; replay under another node name");
    }

    private String lateness(OpenWindow closed) {
        String window = "its window of " + closed.size().sizeMillis() + " ms";
        return state.nodeTimeMillis() >= closed.closingMillis()
                ? (state.nodeTimeMillis() - closed.endMillis()) + " ms after the end of " + window
                : "after " + window + " was closed because the node was silent";
    }

    private static Refusal beyondTime(SampleBatch batch) {
        return new Refusal(
                batch.node(),
                "endMillis",
                batch.endMillis() + " of node " + batch.node(),
                "at most " + LATEST_MILLIS + " (the end of year 9999), in milliseconds since 1970",
                "send milliseconds, not microseconds or nanoseconds");
    }

    private static Refusal unfit(SampleBatch batch, RuntimeException unfit) {
        return unfit instanceof OutOfRange range
                ? new Refusal(batch.node(), range.field(), range.value(), range.bound(), "mend the node's counters")
                : new Refusal(
                        batch.node(),
                        "record",
                        "a sum over the window passes 2^63 - 1",
                        "counts that fit in 64 bits when summed",
                        "mend the node's counters");
    }

    /** Windows on their way out. */
    private record Closed(List<QueueWindow> windows, List<FlowWindow> flowWindows) {
        Closed inOrder(ClosingTime closing) {
            windows.sort(Comparator.comparingLong((QueueWindow w) -> closing.millis(w.sizeMillis(), w.startMillis()))
                    .thenComparingLong(QueueWindow::endMillis)
                    .thenComparing(QueueWindow::queue)
                    .thenComparingLong(QueueWindow::sizeMillis));
            flowWindows.sort(Comparator.comparingLong((FlowWindow w) -> closing.millis(w.sizeMillis(), w.startMillis()))
                    .thenComparingLong(w -> w.startMillis() + w.sizeMillis())
                    .thenComparing(FlowWindow::queue)
                    .thenComparingLong(FlowWindow::sizeMillis));
            return this;
        }

        Folded of(Fate fate, boolean inWindows, @Nullable Refusal refusal) {
            return new Folded(fate, inWindows, refusal, windows, flowWindows);
        }
    }

    /** When a window closes, by its size and start. */
    private interface ClosingTime {
        long millis(long sizeMillis, long startMillis);
    }
}
