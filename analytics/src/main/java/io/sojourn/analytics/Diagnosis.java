// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.detect.QueueState;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.QueueSettings;
import org.jspecify.annotations.Nullable;

/**
 * A finding on its way to the advisor.
 *
 * @param settings of the queue when it was found
 * @param advice which recommendation of this finding is due, from 1 on; 0 for none
 */
public record Diagnosis(Finding finding, QueueSettings settings, int advice) {
    /** A rate that moved by this share makes other advice: PD-C's error. */
    private static final double OTHER_RATE = 0.05;

    /** Asks for advice when trouble is raised, and again when a policed rate turns out to be another. */
    static Diagnosis of(Finding finding, QueueSettings settings, QueueState state) {
        if (finding.state() == FindingState.OPENED) {
            state.advisedCount = 0;
        }
        boolean due = finding.state() != FindingState.CLOSED
                && finding.cause().isTrouble()
                && (state.advisedCount == 0 || isOtherRate(finding.policer(), state.advisedBitsPerSecond));
        if (due) {
            state.advisedCount++;
            state.advisedBitsPerSecond = rate(finding.policer());
        }
        return new Diagnosis(finding, settings, due ? state.advisedCount : 0);
    }

    private static boolean isOtherRate(@Nullable PolicerEstimate policer, long advised) {
        return policer != null && Math.abs(policer.rateBitsPerSecond() - advised) > OTHER_RATE * advised;
    }

    private static long rate(@Nullable PolicerEstimate policer) {
        return policer == null ? 0 : policer.rateBitsPerSecond();
    }
}
