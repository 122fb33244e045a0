// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeRestore;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.streams.latest.LatestStore;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What a {@link NodeStore} held when the process began, on its way to be folds again. */
final class NodeContents {
    private static final Comparator<Of> SMALLER_AND_EARLIER_FIRST = Comparator.comparingLong(Of::sizeMillis)
            .thenComparingLong(Of::startMillis)
            .thenComparing(Of::node);

    private final FoldRules rules;
    private final Map<String, NodeState> states = new HashMap<>();
    private final Map<Of, Kept> closed = new TreeMap<>(SMALLER_AND_EARLIER_FIRST);
    private final List<Late> late = new ArrayList<>();
    private final Map<String, Restoring> restoring = new TreeMap<>();

    NodeContents(FoldRules rules) {
        this.rules = rules;
    }

    void state(NodeState state) {
        states.put(state.node(), state);
    }

    void windows(String key, WindowBatch batch) {
        Kept kept = kept(new Of(batch.owner(), batch.sizeMillis(), batch.startMillis()), key);
        kept.windows().addAll(batch.windows());
    }

    void flows(String key, FlowWindowBatch batch) {
        Kept kept = kept(new Of(batch.node(), batch.sizeMillis(), batch.startMillis()), key);
        kept.flows().addAll(batch.windows());
    }

    void late(String key, long entryMillis, SampleBatch batch) {
        late.add(new Late(key, entryMillis, batch));
    }

    private Kept kept(Of of, String key) {
        Kept kept = closed.computeIfAbsent(of, o -> new Kept(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        kept.keys().add(key);
        return kept;
    }

    /** Begins every fold with its state and what was kept for it. */
    void begin(Inventory inventory, long nowMillis) {
        states.forEach((node, state) ->
                restoring.put(node, new Restoring(new NodeRestore(state, rules, inventory), rules, nowMillis)));
        closed.forEach((of, kept) -> rules.size(of.sizeMillis()).ifPresent(size -> closed(size, of, kept)));
        for (Late each : late) {
            Restoring node = restoring.get(each.batch().node());
            Optional<WindowSize> entry = rules.size(each.entryMillis());
            if (node != null && entry.isPresent()) {
                node.restore().late(each.batch(), entry.get());
                node.kept()
                        .add(
                                each.key(),
                                WindowSize.SECOND_MILLIS,
                                entry.get(),
                                each.batch().startMillis());
            }
        }
    }

    /** What is known for queries at once: later it fills by itself. */
    void show(LatestStore latest) {
        states.values().forEach(state -> latest.heard(state, 0));
        closed.forEach((of, kept) -> {
            NodeState state = states.get(of.node());
            if (state != null) {
                latest.holds(state, Stage.FINAL, of.sizeMillis(), of.startMillis(), queuesOf(kept));
            }
        });
    }

    private static List<QueueWindow> queuesOf(Kept kept) {
        return kept.windows().stream()
                .filter(window -> window.scope() == Scope.QUEUE)
                .sorted(Comparator.comparing(QueueWindow::queue))
                .toList();
    }

    private void closed(WindowSize size, Of of, Kept kept) {
        Restoring node = restoring.get(of.node());
        WindowSize parent = rules.above(size);
        if (node != null && parent != null) {
            node.restore().closed(size, of.startMillis(), kept.windows(), kept.flows());
            kept.keys().forEach(key -> node.kept().add(key, size.sizeMillis(), parent, of.startMillis()));
        }
    }

    /** Adds a batch that a second had taken. */
    void again(SampleBatch batch, long offset) {
        Restoring node = restoring.get(batch.node());
        if (node != null && node.restore().batch(batch)) {
            node.firstOffsets().merge(rules.needingBatches().startOf(batch.startMillis()), offset, Math::min);
        }
    }

    /** Every node as it was. */
    Map<String, NodeTrack> done() {
        Map<String, NodeTrack> tracks = new HashMap<>();
        restoring.forEach((node, each) -> tracks.put(
                node, new NodeTrack(each.restore().done(), rules, each.kept(), each.firstOffsets(), each.nowMillis())));
        return tracks;
    }

    /** A node on its way. */
    private record Restoring(
            NodeRestore restore, KeptKeys kept, NavigableMap<Long, Long> firstOffsets, long nowMillis) {
        Restoring(NodeRestore restore, FoldRules rules, long nowMillis) {
            this(restore, new KeptKeys(rules), new TreeMap<>(), nowMillis);
        }
    }

    /** Which window. */
    private record Of(String node, long sizeMillis, long startMillis) {}

    /** What it held, and where that is kept. */
    private record Kept(List<QueueWindow> windows, List<FlowWindow> flows, List<String> keys) {}

    /** A batch that came too late for its second. */
    private record Late(String key, long entryMillis, SampleBatch batch) {}
}
