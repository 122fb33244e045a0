// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Approves or rejects a recommendation, and tells what the node made of it. */
abstract class DecideCommand implements Callable<Integer> {
    @Mixin
    private Connection connection = new Connection();

    @Parameters(paramLabel = "ID", description = "as `./sojourn recommendations` prints it")
    private String id;

    @Option(names = "--author", paramLabel = "NAME", description = "who decides; default: the user's name")
    private String author = System.getProperty("user.name", "unknown");

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "how long to wait for the node's answer; default: 15; 0: not at all")
    private int waitSeconds = 15;

    @Spec
    private CommandSpec spec;

    private final String decision;

    DecideCommand(String decision) {
        this.decision = decision;
    }

    @Override
    public Integer call() throws InterruptedException {
        ConsoleClient console = connection.console();
        ObjectNode body = Wire.json().createObjectNode();
        body.put("id", id).put("decision", decision).put("author", author);
        Recommendation decided =
                Show.record(console.post("/api/decisions", body).path("recommendation"), Recommendation.class);
        PrintWriter out = spec.commandLine().getOut();
        out.println(decided.state() + ": " + decided.id());
        if (decided.state() != RecommendationState.APPROVED || waitSeconds <= 0) {
            return 0;
        }
        out.println("  set " + Show.settings(decided.proposed()));
        out.flush();
        return NodeAnswer.await(
                console,
                out,
                decided.node(),
                decided.queue(),
                answer -> decided.id().equals(answer.recommendationId()),
                waitSeconds);
    }

    @Command(
            name = "approve",
            mixinStandardHelpOptions = true,
            description = "Approve a recommendation: it is signed, sent to its node, and the node's answer is shown.")
    static final class Approve extends DecideCommand {
        Approve() {
            super("approve");
        }
    }

    @Command(
            name = "reject",
            mixinStandardHelpOptions = true,
            description = "Reject a recommendation: nothing is set, and it is not proposed again for this finding.")
    static final class Reject extends DecideCommand {
        Reject() {
            super("reject");
        }
    }
}
