// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import org.jspecify.annotations.Nullable;

/**
 * How bad a queue is for its users, on one scale for delay and loss, so that queues of one urgency can be ordered.
 *
 * <p>Source: the bounds between the grades A+, A, B, C, D and F of the DSLReports speed test (dslreports.com/faq/17930):
 * added delay 5, 30, 60, 200, 400 ms; loss 1, 2.5, 3, 5, 12 %. A bound is worth its place in the row, values between two
 * bounds lie on the line between them, and beyond the last bound harm grows in proportion. 130 ms are worth 3.5, 4 % too.
 */
final class Harm {
    private static final double[] DELAY_MILLIS = {0, 5, 30, 60, 200, 400};
    private static final double[] LOSS_RATIO = {0, 0.01, 0.025, 0.03, 0.05, 0.12};

    private Harm() {}

    /** The worse of added delay and loss, 0 and more; null when neither was seen. */
    static @Nullable Double of(WindowView window) {
        @Nullable Double delay = addedMillis(window);
        @Nullable Double loss = window.dropRatio();
        if (delay == null && loss == null) {
            return null;
        }
        double worse = Math.max(
                delay == null ? 0 : onScale(delay, DELAY_MILLIS), loss == null ? 0 : onScale(loss, LOSS_RATIO));
        return Math.rint(worse * 1_000) / 1_000;
    }

    /** Round-trip time above its base, or else sojourn time, each as {@link Delay} shows it; null when neither was seen. */
    static @Nullable Double addedMillis(WindowView window) {
        @Nullable Delay rtt = window.rtt();
        if (rtt != null && rtt.baseMicros() != null) {
            return Math.max(0, rtt.shownMicros() - rtt.baseMicros()) / 1_000;
        }
        @Nullable Delay sojourn = window.sojourn();
        return sojourn == null ? null : sojourn.shownMicros() / 1_000;
    }

    static double onScale(double value, double[] bounds) {
        for (int i = 1; i < bounds.length; i++) {
            if (value < bounds[i]) {
                return i - 1 + (value - bounds[i - 1]) / (bounds[i] - bounds[i - 1]);
            }
        }
        return (bounds.length - 1) * value / bounds[bounds.length - 1];
    }
}
