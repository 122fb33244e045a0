// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Scope;
import java.util.List;
import java.util.Optional;

/**
 * Makes a {@link NodeFold} what it was: from its state, the windows that had closed but are parts of one that had not, and
 * the batches of the seconds below those. It goes on exactly as the one it stands for.
 */
public final class NodeRestore {
    private final NodeFold fold;
    private final FoldRules rules;

    public NodeRestore(NodeState state, FoldRules rules, Inventory inventory) {
        this.rules = rules;
        this.fold = new NodeFold(state, rules, inventory);
    }

    /**
     * A window that had closed, of a size for which {@link #isKept} holds; of 1 min also those of the last ten minutes,
     * ascending.
     *
     * @param windows of queues and of the node
     */
    public void closed(WindowSize size, long startMillis, List<QueueWindow> windows, List<FlowWindow> flows) {
        OpenWindow window = new OpenWindow(size, startMillis);
        for (QueueWindow each : windows) {
            WindowTotal total = new WindowTotal(each);
            if (size.sizeMillis() == BaseRtt.MINUTE_MILLIS) {
                fold.closer().noteBase(total);
            }
            if (each.scope() == Scope.QUEUE) {
                window.add(total);
            } else {
                window.addSum(total);
            }
        }
        WindowSize above = rules.above(size);
        if (above != null && !isClosed(above, startMillis)) {
            fold.closer().goUpAgain(window, flows);
        }
    }

    /** A batch that its second had taken. Whether an open window still needs it. */
    public boolean batch(SampleBatch batch) {
        boolean isNeeded = !isClosed(rules.needingBatches(), batch.startMillis());
        if (isNeeded) {
            fold.addAgain(batch, rules.sizes().get(0));
        }
        return isNeeded;
    }

    /** A batch that had come too late for its second. */
    public void late(SampleBatch batch, WindowSize entry) {
        if (!isClosed(entry, batch.startMillis())) {
            fold.addAgain(batch, entry);
        }
    }

    /** The fold, when all is in. */
    public NodeFold done() {
        for (Optional<OpenWindow> next = takeClosed(); next.isPresent(); next = takeClosed()) {
            // What it gives out was given out before.
            fold.closer().close(next.get(), fold.state());
        }
        return fold;
    }

    private Optional<OpenWindow> takeClosed() {
        return fold.ladder().takeFirst(window -> isClosed(window.size, window.startMillis));
    }

    private boolean isClosed(WindowSize size, long millis) {
        return fold.state().isClosed(size, size.startOf(millis));
    }

    /** Whether closed windows of this size are needed after a restart: they are parts of larger ones, but no seconds. */
    public static boolean isKept(FoldRules rules, WindowSize size) {
        return size.sizeMillis() > WindowSize.SECOND_MILLIS && rules.above(size) != null;
    }
}
