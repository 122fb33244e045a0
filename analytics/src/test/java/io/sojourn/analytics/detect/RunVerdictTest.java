// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunVerdictTest {
    @Test
    void causeThatHeldLongestInAllWins() {
        assertThat(verdict(held(Cause.HEALTHY, 0, 6), held(Cause.BUFFERBLOAT, 6, 11), held(Cause.HEALTHY, 11, 12)))
                .isEqualTo(Cause.HEALTHY);
        assertThat(verdict(held(Cause.HEALTHY, 0, 5), held(Cause.BUFFERBLOAT, 5, 11)))
                .isEqualTo(Cause.BUFFERBLOAT);
    }

    @Test
    void ofEqualsTroubleWins() {
        assertThat(verdict(held(Cause.HEALTHY, 0, 5), held(Cause.POLICED, 5, 10)))
                .isEqualTo(Cause.POLICED);
    }

    @Test
    void insufficientNeverWinsAgainstAVerdict() {
        assertThat(verdict(held(Cause.INSUFFICIENT, 0, 100), held(Cause.HEALTHY, 100, 101)))
                .isEqualTo(Cause.HEALTHY);
        assertThat(verdict(held(Cause.INSUFFICIENT, 0, 100))).isEqualTo(Cause.INSUFFICIENT);
    }

    @Test
    void noFindingIsNoVerdict() {
        assertThat(RunVerdict.of(List.of())).isEmpty();
    }

    private static Cause verdict(Finding... findings) {
        return RunVerdict.of(List.of(findings)).orElseThrow().cause();
    }

    private static Finding held(Cause cause, long from, long to) {
        return new Finding(
                Schema.CURRENT,
                "q@" + from,
                "n",
                "q",
                FindingState.CLOSED,
                2,
                cause,
                null,
                0.5,
                from,
                to,
                null,
                List.of(),
                "");
    }
}
