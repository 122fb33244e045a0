// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.ScopeRestore;
import io.sojourn.streams.fold.ScopeState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What outlives the process, for one partition of parts: windows that closed but are parts of open ones, what silence closed,
 * and which records the open windows are made of. The parts themselves stay where they are: see {@link TopicLog}.
 */
final class ScopeStore {
    static final String NAME = "scopes";

    private static final String STATE = "state/";
    private static final String WINDOWS = "windows/";

    private final KeyValueStore<String, byte[]> store;
    private final Offsets offsets;

    ScopeStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        this.offsets = new Offsets(store);
    }

    /** A window that is kept. */
    record Kept(long sizeMillis, long startMillis) {
        String key(ScopeKey scope) {
            return WINDOWS + sizeMillis + "/" + startMillis + "/" + scope;
        }
    }

    Offsets offsets() {
        return offsets;
    }

    /** Needed only when silence closed windows: see {@link ScopeRestore}. */
    void state(ScopeTrack track) {
        store.put(STATE + track.key(), Wire.write(track.fold().state(), WireFormat.SMILE));
    }

    void keep(ScopeKey scope, QueueWindow window) {
        Kept kept = new Kept(window.sizeMillis(), window.startMillis());
        store.put(kept.key(scope), Wire.write(window, WireFormat.SMILE));
    }

    void delete(ScopeKey scope, List<Kept> released) {
        released.forEach(kept -> store.delete(kept.key(scope)));
    }

    /** Reads everything that is kept. */
    ScopeContents load(FoldRules rules) {
        ScopeContents contents = new ScopeContents(rules);
        try (var all = store.all()) {
            while (all.hasNext()) {
                var entry = all.next();
                String key = entry.key;
                if (key.startsWith(STATE)) {
                    contents.state(
                            ScopeKey.parse(key.substring(STATE.length())), Wire.read(entry.value, ScopeState.class));
                } else if (key.startsWith(WINDOWS)) {
                    contents.closed(Wire.read(entry.value, QueueWindow.class));
                } else {
                    offsets.loadMark(key);
                }
            }
        }
        return contents;
    }
}
