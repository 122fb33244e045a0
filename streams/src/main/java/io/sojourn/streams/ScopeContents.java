// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.ScopeRestore;
import io.sojourn.streams.fold.ScopeState;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a {@link ScopeStore} held when the process began, on its way to be folds again. */
final class ScopeContents {
    private final FoldRules rules;
    private final Map<ScopeKey, ScopeState> states = new HashMap<>();
    private final Map<ScopeKey, Restoring> restoring = new HashMap<>();

    ScopeContents(FoldRules rules) {
        this.rules = rules;
    }

    void state(ScopeKey key, ScopeState state) {
        states.put(key, state);
    }

    void closed(QueueWindow window) {
        restoring(ScopeKey.of(window)).closed().add(window);
    }

    private Restoring restoring(ScopeKey key) {
        return restoring.computeIfAbsent(key, k -> new Restoring(new ArrayList<>(), new ArrayList<>()));
    }

    /** Adds a part that a second had taken. */
    void again(String node, QueueWindow part, long offset) {
        restoring(ScopeKey.of(part)).parts().add(new Part(node, part, offset));
    }

    /** Every parent as it was. */
    Map<ScopeKey, ScopeTrack> done(long nowMillis) {
        states.keySet().forEach(this::restoring);
        Map<ScopeKey, ScopeTrack> tracks = new HashMap<>();
        restoring.forEach((key, each) -> tracks.put(key, track(key, each, nowMillis)));
        return tracks;
    }

    private ScopeTrack track(ScopeKey key, Restoring each, long nowMillis) {
        ScopeState state = states.getOrDefault(key, ScopeState.FRESH);
        ScopeRestore restore = new ScopeRestore(state, key.clocking(), rules);
        each.closed().sort(Comparator.comparingLong(QueueWindow::startMillis));
        each.closed().forEach(restore::closed);
        each.parts().forEach(part -> restore.part(part.node(), part.window()));
        ScopeTrack track = new ScopeTrack(key, restore.done(), rules, nowMillis);
        each.closed().forEach(window -> rules.size(window.sizeMillis())
                .ifPresent(size -> track.keeps(size, window.startMillis())));
        each.parts().stream()
                .filter(part -> restore.isNeeded(part.window()))
                .forEach(part -> track.needs(part.window().startMillis(), part.offset()));
        return track;
    }

    /** A parent on its way. */
    private record Restoring(List<QueueWindow> closed, List<Part> parts) {}

    /** What a node added, and where it can be had again. */
    private record Part(String node, QueueWindow window, long offset) {}
}
