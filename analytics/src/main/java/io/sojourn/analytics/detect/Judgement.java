// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.PolicerEstimate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one evaluation says.
 *
 * @param cause null when the numbers lie between raising and clearing: what was said before goes on
 * @param also a second cause that holds as well
 * @param confidence 0 to 1
 * @param policer null unless the cause is POLICED and the bucket is known
 * @param summary one sentence
 */
record Judgement(
        @Nullable Cause cause,
        @Nullable Cause also,
        double confidence,
        @Nullable PolicerEstimate policer,
        List<Measure> evidence,
        String summary) {
    Judgement halfAsSure() {
        return new Judgement(cause, also, confidence / 2, policer, evidence, summary);
    }
}
