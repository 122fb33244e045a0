// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists findings, newest first. */
@Command(name = "findings", mixinStandardHelpOptions = true, description = "List findings, newest first.")
final class FindingsCommand implements Callable<Integer> {
    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--node", paramLabel = "NODE", description = "only of this node")
    private @Nullable String node;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "only of this queue")
    private @Nullable String queue;

    @Option(names = "--open", description = "only those that hold now, one a queue: its verdict")
    private boolean open;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: 100")
    private int limit = 100;

    @Option(
            names = "--fail-on",
            split = ",",
            description = "exit 1 when one of these causes holds: ${COMPLETION-CANDIDATES}")
    private List<Cause> failOn = List.of();

    @Option(names = "--json", description = "as JSON, with the evidence")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        StringBuilder query = new StringBuilder("/api/findings?limit=").append(limit);
        if (node != null) {
            query.append("&node=").append(ConsoleClient.encoded(node));
        }
        if (queue != null) {
            query.append("&queue=").append(ConsoleClient.encoded(queue));
        }
        if (open) {
            query.append("&open=true");
        }
        JsonNode answer = connection.console().get(query.toString()).path("findings");
        List<Finding> findings = Show.records(answer, Finding.class);
        print(answer, findings);
        boolean alarm = findings.stream().anyMatch(f -> f.state() != FindingState.CLOSED && failOn.contains(f.cause()));
        return alarm ? Refusal.ALARM : 0;
    }

    private void print(JsonNode answer, List<Finding> findings) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Show.json(answer));
            return;
        }
        Table table = new Table("QUEUE", "VERDICT", "STATE", "SINCE", "SUMMARY");
        for (Finding f : findings) {
            String verdict = f.also() == null ? f.cause().name() : f.cause() + " + " + f.also();
            table.row(f.node() + "/" + f.queue(), verdict, f.state().name(), Show.time(f.sinceMillis()), f.summary());
        }
        out.print(table.isEmpty() ? "no findings yet" + System.lineSeparator() : table.toString());
    }
}
