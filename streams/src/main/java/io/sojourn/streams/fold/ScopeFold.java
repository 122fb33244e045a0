// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Folds the parts that nodes add to one parent into its windows: what nodes did in one second lies beside each other, and
 * seconds follow each other in time, as those of a queue do.
 *
 * <p>The parent's time is the greatest end of a part. A window closes when that reaches its end plus the grace of its size,
 * which is longer than a node's by what parts of different nodes may differ. A node that stalls is not waited for: the
 * window's coverage says what is missing, and the node's parts for closed seconds are refused. The same parts give the same
 * windows in any order within the grace.
 *
 * <p>Not safe for use by several threads.
 */
public final class ScopeFold {
    private final FoldRules rules;
    private final Clocking clocking;
    private final Ladder ladder;
    private final BaseRtt base = new BaseRtt();
    private ScopeState state;

    /** @param rules with graces as long as parts are waited for */
    public ScopeFold(ScopeState state, Clocking clocking, FoldRules rules) {
        this.state = state;
        this.clocking = clocking;
        this.rules = rules;
        this.ladder = new Ladder(rules.sizes());
    }

    /**
     * Folds what a node adds to the parent in one second.
     *
     * @param part of 1 s, with sums and no figures
     */
    public Folded accept(String node, QueueWindow part) {
        if (state.isClosed(second(), part.startMillis())) {
            return Folded.refused(Fate.LATE, Refusals.latePart(node, part, state, second()));
        }
        add(node, part);
        state = state.with(part.startMillis() + part.sizeMillis());
        return Folded.closed(close(window -> state.isClosed(window.size, window.startMillis)));
    }

    void add(String node, QueueWindow part) {
        ladder.at(second(), part.startMillis()).addPart(node, new WindowTotal(part));
    }

    /** Closes windows of a parent that fell silent, as {@link NodeFold#idle} does. */
    public Folded idle(long nowMillis) {
        return Folded.closed(close(window ->
                clocking == Clocking.RECORDED || window.closingMillis() + rules.clockToleranceMillis() <= nowMillis));
    }

    private List<Closed> close(Predicate<OpenWindow> due) {
        List<Closed> closed = new ArrayList<>();
        for (Optional<OpenWindow> next = ladder.takeFirst(due); next.isPresent(); next = ladder.takeFirst(due)) {
            OpenWindow window = next.get();
            if (!state.isClosed(window.size, window.startMillis)) {
                state = state.withClosedUntil(rules.sizes(), window.size, window.endMillis());
            }
            WindowTotal sum = sum(window);
            QueueWindow out = finish(sum);
            if (window.size.sizeMillis() == BaseRtt.MINUTE_MILLIS) {
                base.note("", sum);
                base.forget(window.endMillis() - BaseRtt.HORIZON_MILLIS - rules.longestGraceMillis());
            }
            goUp(window.size, sum);
            closed.add(new Closed(window.size, window.startMillis, List.of(), List.of(), List.of(out), List.of()));
        }
        return closed;
    }

    /** What the window is the sum of, in an order that does not depend on who came first. */
    private static WindowTotal sum(OpenWindow window) {
        WindowTotal known = window.sum;
        if (known != null) {
            return known;
        }
        List<WindowTotal> parts = new ArrayList<>(new TreeMap<>(window.queues).values());
        long expectedQueues = 0;
        Long capacity = null;
        for (WindowTotal part : parts) {
            expectedQueues = Math.max(expectedQueues, part.expectedQueues);
            capacity = Sums.max(capacity, part.linkBitsPerSecond);
        }
        WindowTotal sum = WindowTotal.beside(parts);
        sum.expectedQueues = expectedQueues;
        Parents.finishSecond(sum, capacity);
        return sum;
    }

    private QueueWindow finish(WindowTotal sum) {
        return Figures.finish(sum, Stage.FINAL, sum.lostBatches, base.of("", sum));
    }

    private void goUp(WindowSize size, WindowTotal sum) {
        @Nullable WindowSize above = rules.above(size);
        if (above != null) {
            long startMillis = sum.startMillis;
            sum.goUp(above);
            ladder.at(above, startMillis).addSum(sum);
        }
    }

    /** Takes up a window that was given out before. */
    void again(WindowSize size, QueueWindow given) {
        WindowTotal sum = new WindowTotal(given);
        if (given.sizeMillis() == BaseRtt.MINUTE_MILLIS) {
            base.note("", sum);
        }
        WindowSize above = rules.above(size);
        if (above != null && !state.isClosed(above, above.startOf(given.startMillis()))) {
            goUp(size, sum);
        }
    }

    /** Closes seconds that were closed before: they are parts of what is open. */
    void closeAgain() {
        Predicate<OpenWindow> due = window -> state.isClosed(window.size, window.startMillis);
        for (Optional<OpenWindow> next = ladder.takeFirst(due); next.isPresent(); next = ladder.takeFirst(due)) {
            goUp(next.get().size, sum(next.get()));
        }
    }

    /** Whether a window is still open. */
    public boolean hasOpen() {
        return !ladder.isEmpty();
    }

    public ScopeState state() {
        return state;
    }

    private WindowSize second() {
        return rules.sizes().get(0);
    }
}
