// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Outcome;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Waits for what a node made of a setting, and says it. */
final class NodeAnswer {
    private static final int POLL_MILLIS = 250;

    private NodeAnswer() {}

    /** @return exit code: 0 applied, 1 refused or reverted, 3 no answer */
    static int await(
            ConsoleClient console,
            PrintWriter out,
            String node,
            String queue,
            Predicate<AppliedSetting> isIt,
            int waitSeconds)
            throws InterruptedException {
        Optional<AppliedSetting> answer = poll(console, node, queue, isIt, waitSeconds);
        if (answer.isEmpty()) {
            out.println("the node " + node + " did not answer in " + waitSeconds + " s; is it running?");
            return Refusal.MISSING;
        }
        AppliedSetting a = answer.get();
        if (a.outcome() == Outcome.APPLIED) {
            out.println("the node applied revision " + a.revision() + " at " + Show.time(a.atMillis()));
            return 0;
        }
        out.println("the node " + a.outcome().name().toLowerCase(Locale.ROOT) + " revision " + a.revision() + ": "
                + a.reason());
        return Refusal.ALARM;
    }

    private static Optional<AppliedSetting> poll(
            ConsoleClient console, String node, String queue, Predicate<AppliedSetting> isIt, int waitSeconds)
            throws InterruptedException {
        String path = "/api/applied-settings?limit=50&node=" + ConsoleClient.encoded(node) + "&queue="
                + ConsoleClient.encoded(queue);
        long deadlineNanos = System.nanoTime() + waitSeconds * 1_000_000_000L;
        while (true) {
            Optional<AppliedSetting> answer =
                    Show.records(console.get(path).path("appliedSettings"), AppliedSetting.class).stream()
                            .filter(isIt)
                            .findFirst();
            if (answer.isPresent() || System.nanoTime() > deadlineNanos) {
                return answer;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
