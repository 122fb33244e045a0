// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.SampleBatch;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the clock of a live node can be believed: the end of a batch against the time at which the broker took it.
 *
 * <p>A batch from the future is a wrong clock. A batch from the past may be a slow clock or one that the node held back
 * while it could not reach the broker. Held back is what goes on from the node's own time, within
 * {@link FoldRules#holdBackMillis} after the last batch that was on time: a clock that was set back repeats times, and
 * one that drifts stays behind for longer than that.
 *
 * <p>Error: a clock that drifts past the tolerance is believed for at most the hold-back time more.
 */
final class ClockRule {
    private ClockRule() {}

    static boolean isOnTime(FoldRules rules, SampleBatch batch, long appendedMillis) {
        return Math.abs(batch.endMillis() - appendedMillis) <= rules.clockToleranceMillis();
    }

    static Optional<Refusal> refusal(FoldRules rules, NodeState state, SampleBatch batch, long appendedMillis) {
        if (isOnTime(rules, batch, appendedMillis) || isHeldBack(rules, state, batch, appendedMillis)) {
            return Optional.empty();
        }
        long offsetMillis = batch.endMillis() - appendedMillis;
        return Optional.of(new Refusal(
                batch.node(),
                "endMillis",
                String.format(
                        Locale.ROOT,
                        "%d, clock of node %s %s by %.3f s",
                        batch.endMillis(),
                        batch.node(),
                        offsetMillis > 0 ? "ahead" : "behind",
                        Math.abs(offsetMillis) / 1e3),
                String.format(Locale.ROOT, "within %.3f s of the broker's time", rules.clockToleranceMillis() / 1e3),
                "set the node's clock (NTP or PTP)"));
    }

    private static boolean isHeldBack(FoldRules rules, NodeState state, SampleBatch batch, long appendedMillis) {
        return batch.endMillis() < appendedMillis
                && state.onTimeMillis() != Long.MIN_VALUE
                && batch.startMillis() >= state.nodeTimeMillis()
                && appendedMillis - state.onTimeMillis() <= rules.holdBackMillis();
    }
}
