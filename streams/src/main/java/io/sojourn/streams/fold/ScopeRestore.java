// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes a {@link ScopeFold} what it was: from the windows that had closed but are parts of one that had not, and the parts
 * of the seconds below those. It goes on exactly as the one it stands for.
 *
 * <p>The parent's time need not be kept: its greatest part is in a window that is still open, whose parts are all read
 * again. Only where silence closed that window, the state of then is needed.
 */
public final class ScopeRestore {
    private final Clocking clocking;
    private final FoldRules rules;
    private final List<QueueWindow> closed = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private ScopeState state;

    /** @param state when silence last closed windows, or {@link ScopeState#FRESH} */
    public ScopeRestore(ScopeState state, Clocking clocking, FoldRules rules) {
        this.state = state;
        this.clocking = clocking;
        this.rules = rules;
    }

    /** A window that had closed, of a size for which {@link NodeRestore#isKept} holds; of 1 min those of ten minutes. */
    public void closed(QueueWindow window) {
        closed.add(window);
    }

    /** A part that its second had taken. */
    public void part(String node, QueueWindow part) {
        parts.add(new Part(node, part));
        state = state.with(part.startMillis() + part.sizeMillis());
    }

    /** Whether an open window needs what starts then. Asked when all is in. */
    public boolean isNeeded(QueueWindow part) {
        WindowSize needing = rules.needingBatches();
        return !state.isClosed(needing, needing.startOf(part.startMillis()));
    }

    /** The fold, when all is in. */
    public ScopeFold done() {
        ScopeFold fold = new ScopeFold(state, clocking, rules);
        closed.sort(Comparator.comparingLong(QueueWindow::sizeMillis).thenComparingLong(QueueWindow::startMillis));
        for (QueueWindow window : closed) {
            rules.size(window.sizeMillis()).ifPresent(size -> fold.again(size, window));
        }
        for (Part part : parts) {
            if (isNeeded(part.window())) {
                fold.add(part.node(), part.window());
            }
        }
        fold.closeAgain();
        return fold;
    }

    /** What a node added. */
    private record Part(String node, QueueWindow window) {}
}
