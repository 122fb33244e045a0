// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import org.jspecify.annotations.Nullable;

/**
 * How sure a verdict is, 0 to 1: counters outrank inference; inference gains with a bucket seen to refill and a steady
 * rate; standing counts by its share; other causes by their score, from one half; a verdict without delays to bear it out
 * is worth one half. Ranks findings, is no probability.
 */
final class Confidence {
    private Confidence() {}

    /** @param suspicion of the cause; null when it has none, such as HEALTHY */
    static double of(@Nullable Cause cause, Views views, @Nullable Suspicion suspicion) {
        if (cause == null) {
            return 0;
        }
        return switch (cause) {
            case POLICED -> policed(views);
            case BUFFERBLOAT, RECEIVE_WINDOW_LIMITED -> 0.5 + 0.45 * views.standing();
            case HEALTHY -> views.delay().delayMicros().isEmpty() ? 0.5 : 0.9;
            case INSUFFICIENT, UNKNOWN -> 0.5;
            default -> suspicion == null ? 0.5 : 0.5 + 0.4 * suspicion.score();
        };
    }

    private static double policed(Views views) {
        return views.loss().policedAbove(LossView.CLEAR)
                ? 0.95
                : 0.6
                        + (views.inference().test().refilled() ? 0.15 : 0)
                        + (views.inference().longTermBitsPerSecond().isPresent() ? 0.1 : 0);
    }
}
