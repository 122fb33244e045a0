// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.NodeRestore;
import io.sojourn.streams.fold.ScopeFold;
import io.sojourn.streams.fold.ScopeRestore;
import io.sojourn.streams.fold.ScopeState;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.List;

/** A parent's fold that can be lost: keeps what a restart needs, and makes another of it. */
final class ScopeSurvivor {
    private final Clocking clocking;
    private final FoldRules rules;
    private final List<QueueWindow> closed = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private ScopeState stateAtSilence = ScopeState.FRESH;
    private ScopeFold fold;

    ScopeSurvivor(Clocking clocking, FoldRules rules) {
        this.clocking = clocking;
        this.rules = rules;
        this.fold = new ScopeFold(ScopeState.FRESH, clocking, rules);
    }

    Folded accept(String node, QueueWindow part) {
        Folded folded = fold.accept(node, part);
        if (folded.refusal() == null) {
            parts.add(new Part(node, part));
        }
        return keep(folded);
    }

    Folded idle(long nowMillis) {
        Folded folded = keep(fold.idle(nowMillis));
        stateAtSilence = folded.closed().isEmpty() ? stateAtSilence : fold.state();
        return folded;
    }

    private Folded keep(Folded folded) {
        folded.closed().stream()
                .filter(each -> NodeRestore.isKept(rules, each.size()))
                .forEach(each -> closed.addAll(each.sums()));
        return folded;
    }

    void restart() {
        ScopeRestore restore = new ScopeRestore(stateAtSilence, clocking, rules);
        closed.forEach(restore::closed);
        parts.forEach(part -> restore.part(part.node(), part.window()));
        parts.removeIf(part -> !restore.isNeeded(part.window()));
        fold = restore.done();
    }

    private record Part(String node, QueueWindow window) {}
}
