// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What outlives the process, for one partition: the state of each node, the windows that closed but are parts of open ones,
 * batches that came too late for their second, and which records of the samples topic the open windows are made of. The
 * samples themselves stay where they are: see {@link TopicLog}.
 */
final class NodeStore {
    static final String NAME = "folds";

    private static final String STATE = "state/";
    private static final String WINDOWS = "windows/";
    private static final String FLOWS = "flows/";
    private static final String LATE = "late/";

    private final KeyValueStore<String, byte[]> store;
    private final Offsets offsets;

    NodeStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        this.offsets = new Offsets(store);
    }

    Offsets.Progress progress() {
        return offsets.progress();
    }

    void progress(Offsets.Progress now) {
        offsets.progress(now);
    }

    /** Notes that no second took the batch at this offset. */
    void skip(long offset) {
        offsets.skip(offset, "");
    }

    boolean isSkipped(long offset) {
        return offsets.isSkipped(offset, "");
    }

    void state(NodeState state) {
        store.put(STATE + state.node(), Wire.write(state, WireFormat.SMILE));
    }

    void late(NodeTrack track, WindowSize entry, long startMillis, long offset, byte[] batch) {
        String key = LATE + entry.sizeMillis() + "/" + offset;
        store.put(key, batch);
        track.kept().add(key, WindowSize.SECOND_MILLIS, entry, startMillis);
    }

    /** Keeps a closed window as it was given out, each in one record or several. */
    void closed(NodeTrack track, Closed closed, WindowSize parent, List<byte[]> windows, List<byte[]> flows) {
        String of = closed.size().sizeMillis() + "/" + closed.startMillis() + "/";
        String node = "/" + track.fold().state().node();
        for (int i = 0; i < windows.size(); i++) {
            keep(track, closed, parent, WINDOWS + of + i + node, windows.get(i));
        }
        for (int i = 0; i < flows.size(); i++) {
            keep(track, closed, parent, FLOWS + of + i + node, flows.get(i));
        }
    }

    private void keep(NodeTrack track, Closed closed, WindowSize parent, String key, byte[] record) {
        store.put(key, record);
        track.kept().add(key, closed.size().sizeMillis(), parent, closed.startMillis());
    }

    void delete(List<String> keys) {
        keys.forEach(store::delete);
    }

    /** Reads everything that is kept. */
    NodeContents load(FoldRules rules) {
        NodeContents contents = new NodeContents(rules);
        try (var all = store.all()) {
            while (all.hasNext()) {
                var entry = all.next();
                String key = entry.key;
                if (key.startsWith(STATE)) {
                    contents.state(Wire.read(entry.value, NodeState.class));
                } else if (key.startsWith(WINDOWS)) {
                    contents.windows(key, Wire.read(entry.value, WindowBatch.class));
                } else if (key.startsWith(FLOWS)) {
                    contents.flows(key, Wire.read(entry.value, FlowWindowBatch.class));
                } else if (key.startsWith(LATE)) {
                    contents.late(
                            key, Long.parseLong(key.split("/", -1)[1]), Wire.read(entry.value, SampleBatch.class));
                } else {
                    offsets.loadMark(key);
                }
            }
        }
        return contents;
    }
}
