// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.analytics.detect.Evidence;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Span;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists recommendations, newest first. */
@Command(
        name = "recommendations",
        mixinStandardHelpOptions = true,
        description = "List recommendations with what they would do, newest first.")
final class RecommendationsCommand implements Callable<Integer> {
    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--state", description = "only in this state: ${COMPLETION-CANDIDATES}")
    private @Nullable RecommendationState state;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: 20")
    private int limit = 20;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        String filter = state == null ? "" : "&state=" + state;
        JsonNode answer = connection
                .console()
                .get("/api/recommendations?limit=" + limit + filter)
                .path("recommendations");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Show.json(answer));
            return 0;
        }
        List<Recommendation> recommendations = Show.records(answer, Recommendation.class);
        recommendations.forEach(r -> out.println(text(r)));
        if (recommendations.isEmpty()) {
            out.println("no recommendations yet");
        }
        return 0;
    }

    /** Several lines for people, the id first: it is what `approve` takes. */
    static String text(Recommendation r) {
        String by = r.author() == null ? "" : " by " + r.author();
        return String.join(
                System.lineSeparator(),
                r.id() + "  " + r.state() + by,
                "  " + r.node() + "/" + r.queue() + " is " + r.cause() + ": " + r.reason(),
                "  now       " + Show.settings(r.current()),
                "  proposed  " + Show.settings(r.proposed()) + "  (" + r.rule() + ")",
                "  predicted " + predicted(r.predicted()),
                "  " + what(r),
                "");
    }

    private static String what(Recommendation r) {
        if (r.applicable()) {
            return "approve with: ./sojourn approve '" + r.id() + "'";
        }
        return Evidence.value(r.evidence(), Evidence.CONDITIONED) > 0
                ? "advice that approving does not apply: change the policy file of " + r.node()
                : "advice for the device that owns the queue; no node of ours does";
    }

    private static String predicted(Prediction p) {
        if (p.refused() != null) {
            return "nothing: " + p.refused();
        }
        List<String> parts = new ArrayList<>();
        add(parts, "goodput", p.goodputBitsPerSecond(), 1e-6, "Mbit/s");
        add(parts, "delay p50", p.delayP50Millis(), 1, "ms");
        add(parts, "p95", p.delayP95Millis(), 1, "ms");
        add(parts, "loss", p.lossRatio(), 100, "% of packets offered");
        return String.join(", ", parts) + " (" + p.model() + ")";
    }

    private static void add(List<String> parts, String name, @Nullable Span span, double factor, String unit) {
        if (span != null) {
            parts.add(String.format(
                    Locale.ROOT, "%s %.2f to %.2f %s", name, span.low() * factor, span.high() * factor, unit));
        }
    }
}
