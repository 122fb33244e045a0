// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.analytics.Analyst;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Replay;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Recommendation;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Waits until a replayed run has come out of the pipeline into the store, and reads the verdicts there. */
final class Outcomes {
    private static final int POLL_MILLIS = 200;
    private static final int ADVICE_SECONDS = 8;
    private static final int FINDINGS_MOST = 1_000;

    private final ConsoleClient console;
    private final Replay replay;
    private final int waitSeconds;
    private final Consumer<String> progress;

    Outcomes(ConsoleClient console, Replay replay, int waitSeconds, Consumer<String> progress) {
        this.console = console;
        this.replay = replay;
        this.waitSeconds = waitSeconds;
        this.progress = progress;
    }

    /** @throws Refusal when it takes too long, naming what is still missing */
    List<VerdictView> await() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + waitSeconds * 1_000_000_000L;
        for (Map.Entry<String, Long> queue : replay.lastDataMillis().entrySet()) {
            progress.accept("the verdict on " + queue.getKey());
            while (!isJudged(queue.getKey(), queue.getValue())) {
                if (System.nanoTime() > deadlineNanos) {
                    throw Refusal.missing("no verdict on " + replay.node() + "/" + queue.getKey() + " after "
                            + waitSeconds + " s; ./sojourn doctor says whether a part is down, --wait waits longer");
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
        return withAdvice();
    }

    /** Advice is worked out beside the stream, and comes up to some seconds after its finding; some causes have none. */
    private List<VerdictView> withAdvice() throws InterruptedException {
        List<VerdictView> views = verdicts();
        long deadlineNanos = System.nanoTime() + ADVICE_SECONDS * 1_000_000_000L;
        while (views.stream().anyMatch(VerdictView::lacksAdvice) && System.nanoTime() < deadlineNanos) {
            progress.accept("the recommendation");
            Thread.sleep(POLL_MILLIS);
            views = verdicts();
        }
        return views;
    }

    /** Whether the newest finding rests on the queue's last second, and all its windows are in the store. */
    private boolean isJudged(String queue, long lastDataMillis) {
        return isStored(queue, lastDataMillis)
                && findings("&queue=" + ConsoleClient.encoded(queue)).stream()
                        .anyMatch(finding -> finding.observedMillis() >= lastDataMillis);
    }

    /** The last window of a minute is the last of all: they come in the order in which they close. */
    private boolean isStored(String queue, long lastDataMillis) {
        JsonNode newest = console.get("/api/windows?size=1m&limit=1&node=" + ConsoleClient.encoded(replay.node())
                        + "&queue=" + ConsoleClient.encoded(queue))
                .path("windows")
                .path(0);
        return newest.path("endMillis").asLong() >= lastDataMillis;
    }

    private List<VerdictView> verdicts() {
        List<Recommendation> recommendations = Show.records(
                console.get("/api/recommendations?limit=" + FINDINGS_MOST).path("recommendations"),
                Recommendation.class);
        return VerdictView.inOrder(Analyst.verdicts(findings("")), finding -> recommendations.stream()
                .filter(r -> r.findingId().equals(finding.id()))
                .findFirst());
    }

    private List<Finding> findings(String filter) {
        JsonNode answer = console.get(
                "/api/findings?limit=" + FINDINGS_MOST + "&node=" + ConsoleClient.encoded(replay.node()) + filter);
        return Show.records(answer.path("findings"), Finding.class);
    }
}
