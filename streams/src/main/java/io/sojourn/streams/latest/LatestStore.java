// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The newest windows of one partition's nodes, by reference: nothing is copied, written or sent for it. It is in no
 * changelog, for what it holds is on the topics; after a move it fills again as windows close.
 *
 * <p>It may be ahead of the topics by one transaction, at most a commit interval.
 */
public final class LatestStore implements StateStore, LatestNodes {
    public static final String NAME = "latest";

    private final ConcurrentNavigableMap<String, Held> nodes = new ConcurrentSkipListMap<>();
    private volatile boolean open;

    public static StoreBuilder<LatestStore> builder() {
        return new Builder();
    }

    /** Notes what is known of a node; by the stream thread alone. */
    public void heard(NodeState state, long lateBatches) {
        nodes.put(state.node(), held(state).heard(state, lateBatches));
    }

    /** Holds windows that were given out. */
    public void holds(NodeState state, Closed closed, Stage stage) {
        holds(state, stage, closed.size().sizeMillis(), closed.startMillis(), closed.windows());
    }

    /** @param windows by queue, ascending */
    public void holds(NodeState state, Stage stage, long sizeMillis, long startMillis, List<QueueWindow> windows) {
        if (!windows.isEmpty()) {
            WindowBatch batch =
                    new WindowBatch(Schema.CURRENT, state.node(), stage, sizeMillis, startMillis, null, windows);
            nodes.put(state.node(), held(state).with(batch));
        }
    }

    private Held held(NodeState state) {
        Held held = nodes.get(state.node());
        return held == null ? Held.of(state) : held;
    }

    @Override
    public @Nullable Held node(String node) {
        return nodes.get(node);
    }

    @Override
    public Stream<Held> from(@Nullable String node) {
        return (node == null ? nodes : nodes.tailMap(node)).values().stream();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        nodes.clear();
        context.register(root, (key, value) -> {});
        open = true;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        open = false;
        nodes.clear();
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** There is nothing to choose: no cache, no changelog. */
    private static final class Builder implements StoreBuilder<LatestStore> {
        @Override
        public StoreBuilder<LatestStore> withCachingEnabled() {
            throw new UnsupportedOperationException(NAME + " is its own cache");
        }

        @Override
        public StoreBuilder<LatestStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<LatestStore> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException(NAME + " has no changelog");
        }

        @Override
        public StoreBuilder<LatestStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public LatestStore build() {
            return new LatestStore();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return NAME;
        }
    }
}
