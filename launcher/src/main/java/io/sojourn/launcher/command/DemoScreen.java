// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Topic;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Says on the terminal what happens, with the time since the demonstration began, and where else it is to be seen. */
final class DemoScreen {
    private static final String INDENT = " ".repeat(20);

    private final PrintWriter out;
    private final LongSupplier nanoTime;
    private final long startNanos;

    /** The demonstration begins. */
    DemoScreen(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    void part(String title) {
        out.println();
        out.println(title);
        out.flush();
    }

    void found(Finding finding) {
        long seconds = (finding.observedMillis() - finding.sinceMillis()) / 1_000;
        say("found", finding.queue() + " is " + finding.cause() + " for " + seconds + " s: " + finding.summary());
        more("topic " + name(Topic.FINDINGS) + "; ./sojourn findings --open");
    }

    void recommended(Recommendation advice) {
        say("recommended", advice.reason());
        more("from " + Show.settings(advice.current()));
        more("to   " + Show.settings(advice.proposed()));
        more("topic " + name(Topic.RECOMMENDATIONS) + "; ./sojourn recommendations");
    }

    void approving(Recommendation advice) {
        say("approved", "by the demo, as you would: ./sojourn approve '" + advice.id() + "'");
    }

    void asks(Recommendation advice) {
        say("your turn", "approve it in the console, or: ./sojourn approve '" + advice.id() + "'");
        more("or reject it: ./sojourn reject '" + advice.id() + "'");
    }

    void applied(AppliedSetting answer) {
        say("applied", "by the node as revision " + answer.inForceRevision() + ", between two packets");
        more("topics " + name(Topic.SETTINGS) + " and " + name(Topic.APPLIED_SETTINGS) + "; ./sojourn settings");
    }

    void measuring(int seconds) {
        say("measuring", seconds + " s, when what the change stirred up has passed");
    }

    void better(DemoEffect effect, Prediction predicted) {
        say("better", "as the windows on either side of the change show:");
        effect.table(predicted).lines().forEach(this::more);
    }

    void over(Finding closed) {
        say("over", closed.queue() + " is no longer " + closed.cause());
    }

    private void say(String what, String text) {
        long seconds = (nanoTime.getAsLong() - startNanos) / 1_000_000_000L;
        out.printf(Locale.ROOT, "%3d:%02d  %-11s %s%n", seconds / 60, seconds % 60, what, text);
        out.flush();
    }

    private void more(String text) {
        out.println(INDENT + text);
        out.flush();
    }

    private static String name(Topic topic) {
        return topic.name(Topic.DEFAULT_PREFIX);
    }
}
