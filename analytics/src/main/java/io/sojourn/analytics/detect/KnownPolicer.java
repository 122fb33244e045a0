// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a queue's policer, from its losses over and over and from its settings. Kept in the queue's state. */
final class KnownPolicer {
    /** Policed rates this close are one policer: twice the error of PD-C's rate. */
    static final double SAME_RATE = 0.10;
    /**
     * How far a trail's bytes may be from those of the policing queue's own counters, to which they are scaled: polled
     * sockets without SACK count some deliveries twice. A trail that is further off saw other traffic.
     */
    static final double TRAIL_ERROR = 0.20;
    /** A second with less than this share of the load's bytes is a pause. */
    static final double QUIET_RATIO = 0.10;
    /** So long losses where a policer was found are not thought to be chance. */
    static final long KNOWN_MILLIS = 600_000;

    private final QueueState state;

    KnownPolicer(QueueState state) {
        this.state = state;
    }

    /** PD-C runs only where there is loss enough to be policing at all. */
    PolicerInference infer(Horizon horizon, TrailView trails, double baseMicros) {
        LossView loss = LossView.of(horizon, trails);
        if (!loss.trailAbove(LossView.CLEAR)) {
            return PolicerInference.NONE;
        }
        PolicerInference inference =
                PolicerInference.of(horizon, trails, startsFull(trails), baseMicros, state.policerBytes);
        double scale = loss.policedAbove(LossView.CLEAR) ? trails.counted(horizon.windows()) : 1;
        state.policerMillis = inference.isPolicer() ? horizon.endMillis() : state.policerMillis;
        if (inference.test().code() == PdCode.POLICED && Math.abs(scale - 1) <= TRAIL_ERROR) {
            remember(inference.test(), scale);
        }
        return inference;
    }

    boolean isKnown(long nowMillis) {
        return state.policerMillis > 0 && nowMillis - state.policerMillis < KNOWN_MILLIS;
    }

    private void remember(PdResult test, double scale) {
        double rate = test.rateBitsPerSecond() * scale;
        double bucket = test.bucketBytes() * scale;
        boolean same = Math.abs(rate - state.policerBitsPerSecond) <= SAME_RATE * rate;
        state.policerBitsPerSecond = rate;
        // A depth that was seen from full is not raised by a mere lower bound.
        boolean settled = same && state.policerRefilled && !test.refilled();
        state.policerBytes = settled ? state.policerBytes : same ? Math.max(state.policerBytes, bucket) : bucket;
        state.policerRefilled = test.refilled() || (same && state.policerRefilled);
    }

    /**
     * Whether a bucket is full where the row of cells begins: with the traffic itself, or after a second or more in which
     * hardly any passed. Pings and the like before the load do not count as traffic.
     */
    private boolean startsFull(TrailView trails) {
        List<Cell> cells = trails.cells().list();
        if (cells.isEmpty()) {
            return false;
        }
        long startMillis = cells.get(0).startMicros() / 1_000;
        double loadBytes = state.horizon.stream()
                .filter(window -> window.endMillis() > startMillis)
                .limit(1)
                .mapToDouble(QueueWindow::offeredBytes)
                .sum();
        List<QueueWindow> before = state.horizon.stream()
                .filter(window -> window.endMillis() <= startMillis)
                .toList();
        boolean begins = state.trafficStartMillis >= 0 && startMillis < state.trafficStartMillis + 1_000;
        return (begins || !before.isEmpty())
                && before.stream().allMatch(window -> window.offeredBytes() <= QUIET_RATIO * loadBytes);
    }

    /** What the queue says it is set to when it polices itself, else what the losses have shown so far; null for nothing. */
    @Nullable
    PolicerEstimate estimate(Horizon horizon) {
        QueueSettings settings = horizon.settings();
        @Nullable Long rate = settings.rateBitsPerSecond();
        @Nullable Long burst = settings.burstBytes();
        boolean polices =
                settings.discipline() == Discipline.POLICER && horizon.drops().policed() > 0;
        if (polices && rate != null && burst != null) {
            return new PolicerEstimate(rate, burst, true);
        }
        return state.policerBitsPerSecond < 1
                ? null
                : new PolicerEstimate(
                        Math.round(state.policerBitsPerSecond), Math.round(state.policerBytes), state.policerRefilled);
    }
}
