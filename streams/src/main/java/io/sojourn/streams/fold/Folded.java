// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step of a {@link NodeFold} gave.
 *
 * @param fate of the batch; FOLDED for a step without one
 * @param entry the size of the window that took the batch; null when none did
 * @param refusal why the batch, or a part of it, was not folded; null when all of it was
 * @param closed in the order in which they close
 */
public record Folded(
        Fate fate, @Nullable WindowSize entry, @Nullable Refusal refusal, List<Closed> closed) {
    public Folded {
        closed = List.copyOf(closed);
    }

    /** All windows of queues, in the order in which they close. */
    public List<QueueWindow> windows() {
        return closed.stream().flatMap(each -> each.windows().stream()).toList();
    }

    /** All windows of flows, in the order in which they close. */
    public List<FlowWindow> flowWindows() {
        return closed.stream().flatMap(each -> each.flows().stream()).toList();
    }

    static Folded ignored() {
        return new Folded(Fate.DUPLICATE, null, null, List.of());
    }

    static Folded refused(Fate fate, Refusal refusal) {
        return new Folded(fate, null, refusal, List.of());
    }

    static Folded closed(List<Closed> closed) {
        return new Folded(Fate.FOLDED, null, null, closed);
    }
}
