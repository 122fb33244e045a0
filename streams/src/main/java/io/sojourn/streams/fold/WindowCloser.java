// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Closes windows of one node: gives out what they hold and takes it up into the window of the next size. */
final class WindowCloser {
    private final String node;
    private final FoldRules rules;
    private final Ladder ladder;
    private final Parents parents;
    private final BaseRtt base = new BaseRtt();

    WindowCloser(String node, FoldRules rules, Ladder ladder, Parents parents) {
        this.node = node;
        this.rules = rules;
        this.ladder = ladder;
        this.parents = parents;
    }

    /** @param window taken out of the ladder */
    Closed close(OpenWindow window, NodeState state) {
        long lostBatches = state.lostIn(window.startMillis, window.endMillis());
        List<FlowWindow> flows = flowWindows(window);
        List<WindowTotal> totals = new ArrayList<>(window.queues.values());
        totals.sort(Comparator.comparing(total -> total.queue));
        List<QueueWindow> windows = new ArrayList<>(totals.size());
        totals.forEach(total -> windows.add(finish(total, Stage.FINAL, lostBatches)));
        boolean isSecond = window.size.sizeMillis() == WindowSize.SECOND_MILLIS;
        if (isSecond) {
            window.sum = parents.nodeSum(totals);
        }
        List<QueueWindow> sums = window.sum == null ? List.of() : List.of(finish(window.sum, Stage.FINAL, lostBatches));
        List<QueueWindow> parts =
                isSecond ? parents.parts(totals, state.lostBefore(window.startMillis, window.endMillis())) : List.of();
        if (window.size.sizeMillis() == BaseRtt.MINUTE_MILLIS) {
            totals.forEach(this::noteBase);
            noteBase(window.sum);
            base.forget(window.endMillis() - BaseRtt.HORIZON_MILLIS - rules.longestGraceMillis());
        }
        goUp(window, totals, flows);
        return new Closed(window.size, window.startMillis, windows, flows, sums, parts);
    }

    /** Takes up a window that was given out before. */
    void goUpAgain(OpenWindow window, List<FlowWindow> flows) {
        goUp(window, List.copyOf(window.queues.values()), flows);
    }

    private void goUp(OpenWindow window, List<WindowTotal> totals, List<FlowWindow> flows) {
        WindowSize above = rules.above(window.size);
        if (above == null || (totals.isEmpty() && flows.isEmpty())) {
            return;
        }
        OpenWindow larger = ladder.at(above, window.startMillis);
        for (WindowTotal total : totals) {
            total.goUp(above);
            larger.add(total);
        }
        if (window.sum != null) {
            window.sum.goUp(above);
            larger.addSum(window.sum);
        }
        flows.forEach(flow -> larger.addFlows(flow, window.clocking));
    }

    void noteBase(@Nullable WindowTotal minute) {
        if (minute != null) {
            base.note(thing(minute), minute);
        }
    }

    private static String thing(WindowTotal total) {
        return total.scope == Scope.QUEUE ? total.queue : "";
    }

    private QueueWindow finish(WindowTotal total, Stage stage, long lostBatches) {
        return Figures.finish(total, stage, lostBatches, base.of(thing(total), total));
    }

    private List<FlowWindow> flowWindows(OpenWindow window) {
        List<FlowWindow> windows = new ArrayList<>();
        window.flows.forEach((queue, table) -> {
            List<FlowSample> ordered = table.ordered();
            windows.add(table.top(ordered, node, queue, window.size.sizeMillis(), window.startMillis));
            WindowTotal total = window.queues.get(queue);
            if (total != null) {
                FlowTable.note(total, ordered);
            }
        });
        return windows;
    }

    /** What is open and has changed, of these sizes. */
    List<Closed> early(List<Long> sizeMillis, NodeState state) {
        List<Closed> looks = new ArrayList<>();
        for (WindowSize size : rules.sizes()) {
            if (sizeMillis.contains(size.sizeMillis())) {
                for (OpenWindow window : ladder.all(size)) {
                    if (hasNews(window)) {
                        window.hasNews = false;
                        looks.add(look(window, state.lostIn(window.startMillis, window.endMillis())));
                    }
                }
            }
        }
        for (OpenWindow second : ladder.all(rules.sizes().get(0))) {
            second.hasNews = false;
        }
        return looks;
    }

    /** A second changes every larger window around it. */
    private boolean hasNews(OpenWindow window) {
        if (window.hasNews) {
            return true;
        }
        for (OpenWindow second : ladder.all(rules.sizes().get(0))) {
            if (second.hasNews
                    && second.startMillis >= window.startMillis
                    && second.endMillis() <= window.endMillis()) {
                return true;
            }
        }
        return false;
    }

    private Closed look(OpenWindow window, long lostBatches) {
        List<QueueWindow> windows = new ArrayList<>();
        for (WindowTotal total : soFar(window).values()) {
            windows.add(finish(total, Stage.EARLY, lostBatches));
        }
        return new Closed(window.size, window.startMillis, windows, List.of(), List.of(), List.of());
    }

    /** What the window holds, and the open windows below it. */
    private SortedMap<String, WindowTotal> soFar(OpenWindow window) {
        OpenWindow copy = new OpenWindow(window.size, window.startMillis);
        window.queues.values().forEach(total -> copy.add(total.copy()));
        for (WindowSize smaller : rules.sizes()) {
            if (smaller.sizeMillis() < window.size.sizeMillis()) {
                addBelow(window, smaller, copy);
            }
        }
        return new TreeMap<>(copy.queues);
    }

    private void addBelow(OpenWindow window, WindowSize smaller, OpenWindow into) {
        for (OpenWindow below : ladder.all(smaller)) {
            if (below.startMillis >= window.startMillis && below.endMillis() <= window.endMillis()) {
                for (WindowTotal total : below.queues.values()) {
                    WindowTotal part = total.copy();
                    part.goUp(window.size);
                    into.add(part);
                }
            }
        }
    }
}
