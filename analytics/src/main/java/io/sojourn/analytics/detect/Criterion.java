// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Measure;
import java.util.Locale;

/**
 * One number that speaks for or against a cause, and the two thresholds between which nothing changes.
 *
 * @param name as in {@link Evidence}
 * @param raise from here on the number is enough to raise the cause
 * @param clear up to here it is enough to let it hold; beyond {@code raise}, seen from the side of no suspicion
 * @param count what the number rests on
 * @param leastCount fewer than this raise nothing and hold nothing
 */
record Criterion(String name, double value, double raise, double clear, long count, long leastCount) {
    /** A score from which a cause is raised. */
    static final double RAISED = 0.5;
    /** A score from which a cause that was raised holds. */
    static final double HELD = 0.25;

    /** Speaks for the cause the more, the greater it is; {@code clear} is at most half of {@code raise}. */
    static Criterion atLeast(String name, double value, double raise, double clear) {
        return new Criterion(name, value, raise, clear, 0, 0);
    }

    /** Speaks for the cause the more, the smaller it is; {@code clear} is above {@code raise}. */
    static Criterion atMost(String name, double value, double raise, double clear) {
        return new Criterion(name, value, raise, clear, 0, 0);
    }

    /** Must be so for the cause to be raised and to hold. */
    static Criterion must(String name, boolean holds) {
        return new Criterion(name, holds ? 1 : 0, 0.5, 0.5, 0, 0);
    }

    Criterion of(long newCount, long newLeastCount) {
        return new Criterion(name, value, raise, clear, newCount, newLeastCount);
    }

    /**
     * From 0 to 1, in straight lines: {@value #HELD} at {@code clear}, {@value #RAISED} at {@code raise}, 1 where the number
     * is twice {@code raise}, or 0 where less speaks for the cause.
     */
    double score() {
        if (count < leastCount) {
            return 0;
        }
        double score = raise >= clear ? rising() : falling();
        return Math.max(0, Math.min(1, score));
    }

    private double rising() {
        if (value >= raise) {
            return RAISED + (1 - RAISED) * (value - raise) / raise;
        }
        return value >= clear
                ? HELD + (RAISED - HELD) * (value - clear) / (raise - clear)
                : Math.min(HELD * value / clear, Math.nextDown(HELD));
    }

    private double falling() {
        if (value <= raise) {
            return raise == 0 ? 1 : RAISED + (1 - RAISED) * (raise - value) / raise;
        }
        return value <= clear
                ? HELD + (RAISED - HELD) * (clear - value) / (clear - raise)
                : Math.min(HELD * clear / value, Math.nextDown(HELD));
    }

    Measure measure() {
        String least = leastCount == 0 ? "" : String.format(Locale.ROOT, ", of %d of at least %d", count, leastCount);
        return new Measure(
                name, value, String.format(Locale.ROOT, "raises at %.4g, clears at %.4g", raise, clear) + least);
    }
}
