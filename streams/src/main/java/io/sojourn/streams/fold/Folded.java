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
 * @param inWindows whether the batch is now part of an open window, so that a restart needs it again
 * @param refusal why the batch, or a part of it, was not folded; null when all of it was
 * @param windows final, in the order in which they close
 * @param flowWindows likewise
 */
public record Folded(
        Fate fate,
        boolean inWindows,
        @Nullable Refusal refusal,
        List<QueueWindow> windows,
        List<FlowWindow> flowWindows) {
    public Folded {
        windows = List.copyOf(windows);
        flowWindows = List.copyOf(flowWindows);
    }

    static Folded ignored() {
        return new Folded(Fate.DUPLICATE, false, null, List.of(), List.of());
    }

    static Folded refused(Fate fate, Refusal refusal) {
        return new Folded(fate, false, refusal, List.of(), List.of());
    }
}
