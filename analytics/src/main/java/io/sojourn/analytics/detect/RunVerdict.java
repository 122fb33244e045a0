// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on one queue over a whole run: the cause that held for most of the time in which there was enough traffic
 * to judge. Of equals, trouble wins, then the earlier. INSUFFICIENT only when nothing else was ever found.
 *
 * <p>Exact to the second; a cause counts from when it was raised back to its {@code sinceMillis}.
 *
 * @param finding the last record of the longest finding of that cause, with its evidence
 * @param heldMillis how long the cause held, all its findings together
 * @param changes the findings in order, each as last told: what held when
 */
public record RunVerdict(Finding finding, long heldMillis, List<Finding> changes) {
    public RunVerdict {
        changes = List.copyOf(changes);
    }

    public Cause cause() {
        return finding.cause();
    }

    /**
     * @param findings every record of one queue, in the order in which they came
     * @return empty when there is none
     */
    public static Optional<RunVerdict> of(List<Finding> findings) {
        Map<String, Finding> last = new LinkedHashMap<>();
        for (Finding finding : findings) {
            last.merge(finding.id(), finding, RunVerdict::newer);
        }
        Map<Cause, Long> held = new EnumMap<>(Cause.class);
        last.values().forEach(finding -> held.merge(finding.cause(), heldMillis(finding), Long::sum));
        return last.values().stream()
                .max(Comparator.<Finding>comparingInt(finding -> rank(finding.cause()))
                        .thenComparingLong(finding -> held.getOrDefault(finding.cause(), 0L))
                        .thenComparing(finding -> finding.cause().isTrouble())
                        .thenComparingLong(RunVerdict::heldMillis))
                .map(finding ->
                        new RunVerdict(finding, held.getOrDefault(finding.cause(), 0L), List.copyOf(last.values())));
    }

    private static int rank(Cause cause) {
        return cause == Cause.INSUFFICIENT ? 0 : 1;
    }

    private static long heldMillis(Finding finding) {
        return finding.observedMillis() - finding.sinceMillis();
    }

    private static Finding newer(Finding a, Finding b) {
        boolean closes = b.state() == FindingState.CLOSED && b.version() >= a.version();
        return closes || b.version() > a.version() ? b : a;
    }
}
