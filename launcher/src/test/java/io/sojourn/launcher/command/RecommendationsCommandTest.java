// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecommendationsCommandTest {
    @Test
    void adviceForAQueueOfOursIsNotSaidToBeForAnotherDevice() {
        assertThat(text(true, true)).contains("approve with: ./sojourn approve 'n/q@5#1'");
        assertThat(text(false, true)).contains("change the policy file of n").doesNotContain("no node of ours");
        assertThat(text(false, false)).contains("no node of ours does").doesNotContain("policy file");
    }

    private static String text(boolean applicable, boolean conditioned) {
        return RecommendationsCommand.text(new Recommendation(
                Schema.CURRENT,
                "n/q@5#1",
                "n/q@5",
                "n",
                "q",
                Cause.BUFFERBLOAT,
                RecommendationState.PROPOSED,
                1,
                QueueSettings.unknown(),
                QueueSettings.unknown(),
                applicable,
                "let CoDel keep it short",
                "RFC 8290",
                new Prediction("none", null, null, null, null, "not asked"),
                List.of(new Measure(Evidence.CONDITIONED, conditioned ? 1 : 0, "")),
                5,
                10,
                null));
    }
}
