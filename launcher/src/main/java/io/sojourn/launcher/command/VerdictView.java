// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.launcher.process.OneShot;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Units;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on one queue or flow of a run, as text and as JSON.
 *
 * @param isFlow whether the subject is a single flow
 * @param recommendation null when there is nothing to change
 */
record VerdictView(
        RunVerdict verdict, boolean isFlow, @Nullable Recommendation recommendation) {
    private static VerdictView of(RunVerdict verdict, Optional<Recommendation> recommendation) {
        return new VerdictView(verdict, OneShot.isFlow(verdict), recommendation.orElse(null));
    }

    /** The queue by which the run is judged first, single flows last. */
    static List<VerdictView> inOrder(
            Map<String, RunVerdict> verdicts, Function<Finding, Optional<Recommendation>> advice) {
        List<VerdictView> views = new ArrayList<>();
        verdicts.values().forEach(verdict -> views.add(of(verdict, advice.apply(verdict.finding()))));
        Optional<RunVerdict> first = OneShot.bottleneck(verdicts);
        views.sort(Comparator.comparing((VerdictView view) -> view.isFlow)
                .thenComparing(view -> !Optional.of(view.verdict).equals(first)));
        return views;
    }

    /** The first in full, the other queues in a line each; flows have a table of their own. */
    static void print(List<VerdictView> views, PrintWriter out) {
        boolean first = true;
        for (VerdictView view : views) {
            if (view.isFlow) {
                continue;
            }
            if (first) {
                view.print(out);
            } else {
                out.println("also seen: " + view.verdict.finding().queue() + "  " + view.verdict.cause() + ", "
                        + view.verdict.finding().summary());
            }
            first = false;
        }
    }

    JsonNode json() {
        Finding finding = verdict.finding();
        ObjectNode json = Wire.json().createObjectNode();
        json.put("scope", isFlow ? "flow" : "aggregate");
        json.put("subject", finding.queue());
        json.put("node", finding.node());
        json.put("cause", finding.cause().name());
        json.put("also", finding.also() == null ? null : finding.also().name());
        json.put("confidence", finding.confidence());
        json.put("heldSeconds", verdict.heldMillis() / 1e3);
        json.set("policer", policer(finding.policer()));
        ObjectNode evidence = json.putObject("evidence");
        finding.evidence()
                .forEach(m ->
                        evidence.putObject(m.name()).put("value", m.value()).put("base", m.base()));
        json.put("summary", finding.summary());
        json.set("recommendation", Wire.json().valueToTree(recommendation));
        ArrayNode changes = json.putArray("changes");
        verdict.changes().forEach(f -> changes.addObject()
                .put("cause", f.cause().name())
                .put("sinceMillis", f.sinceMillis())
                .put("untilMillis", f.observedMillis()));
        return json;
    }

    private void print(PrintWriter out) {
        Finding finding = verdict.finding();
        String also = finding.also() == null ? "" : " and " + finding.also();
        out.printf(
                Locale.ROOT,
                "%s  %s%s  (confidence %.2f, held %.0f s)%n",
                finding.queue(),
                finding.cause(),
                also,
                finding.confidence(),
                verdict.heldMillis() / 1e3);
        out.println("  " + finding.summary());
        PolicerEstimate policer = finding.policer();
        if (policer != null) {
            out.println("  policer " + Units.rate(policer.rateBitsPerSecond()) + ", bucket "
                    + (policer.refilled() ? "" : "at least ") + Units.size(policer.bucketBytes()));
        }
        for (Measure m : finding.evidence()) {
            out.printf(Locale.ROOT, "    %-28s %14s  %s%n", m.name(), number(m.value()), m.base());
        }
        if (recommendation != null) {
            out.println("  recommended: " + recommendation.reason());
            RecommendationsCommand.text(recommendation).lines().skip(2).limit(3).forEach(out::println);
        }
    }

    /** Whether a cause that this release has a cure for stands here without one. */
    boolean lacksAdvice() {
        return recommendation == null
                && switch (verdict.cause()) {
                    case BUFFERBLOAT, RECEIVE_WINDOW_LIMITED -> true;
                    case POLICED -> verdict.finding().policer() != null;
                    default -> false;
                };
    }

    boolean isOneOf(Iterable<Cause> causes) {
        for (Cause cause : causes) {
            if (verdict.cause() == cause) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable JsonNode policer(@Nullable PolicerEstimate policer) {
        return policer == null
                ? null
                : Wire.json()
                        .createObjectNode()
                        .put("rateBitsPerSecond", policer.rateBitsPerSecond())
                        .put("bucketBytes", policer.bucketBytes())
                        .put("refilled", policer.refilled());
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.4g", value);
    }
}
