// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.QueueWindow;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table of queues.
 *
 * @param key "node/queue"
 * @param verdictKnown false while the store, which has the verdicts, does not answer
 * @param verdict null when there is no open finding
 * @param urgencyRank 0 (fine) to 3 (trouble)
 * @param harm see {@link Harm}
 * @param addedDelayMillis see {@link Harm#addedMillis}
 * @param asOfMillis end of the newest window; null when there is none
 * @param proposals recommendations that wait for a decision
 * @param window the newest final window of 10 s, or the smallest larger or smaller size there is; null when there is none
 * @param now the newest second, which may be one so far; null when nobody can tell
 */
record QueueRow(
        String key,
        String node,
        String queue,
        boolean verdictKnown,
        @Nullable Cause verdict,
        @Nullable Cause also,
        Urgency urgency,
        int urgencyRank,
        @Nullable Double harm,
        @Nullable Double confidence,
        @Nullable Long sinceMillis,
        @Nullable String summary,
        @Nullable Double addedDelayMillis,
        @Nullable Long asOfMillis,
        long proposals,
        @Nullable WindowView window,
        @Nullable WindowView now) {
    /** Worst first: by urgency, then by harm (unknown last), then by name so that equal ones keep their place. */
    static final Comparator<QueueRow> WORST_FIRST = Comparator.comparingInt(QueueRow::urgencyRank)
            .reversed()
            .thenComparing(QueueRow::harm, Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparing(QueueRow::key);

    static QueueRow of(
            ConsoleData.QueueState state, @Nullable QueueWindow second, boolean verdictKnown, long proposals) {
        @Nullable Finding finding = state.finding();
        @Nullable WindowView window = state.window() == null ? null : WindowView.of(state.window());
        @Nullable Cause verdict = finding == null ? null : finding.cause();
        Urgency urgency = Urgency.of(verdict);
        return new QueueRow(
                state.node() + "/" + state.queue(),
                state.node(),
                state.queue(),
                verdictKnown,
                verdict,
                finding == null ? null : finding.also(),
                urgency,
                urgency.rank(),
                window == null ? null : Harm.of(window),
                finding == null ? null : finding.confidence(),
                finding == null ? null : finding.sinceMillis(),
                finding == null ? null : finding.summary(),
                window == null ? null : Harm.addedMillis(window),
                window == null ? null : window.endMillis(),
                proposals,
                window,
                second == null ? null : WindowView.of(second));
    }
}
