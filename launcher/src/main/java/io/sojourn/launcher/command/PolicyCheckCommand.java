// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.PolicyException;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code policy check}: the report is what was asked for, so all of it goes to the output. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Read policy files and say everything that is wrong with them.",
            "Exit code 0: a node would take them all, warnings or not; 2: one is wrong."
        })
final class PolicyCheckCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "policy files; - is standard input")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "the report as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        ArrayNode reports = Wire.json().createArrayNode();
        int exitCode = 0;
        for (Path file : files) {
            Report report = report(file);
            exitCode = report.isFine() ? exitCode : Refusal.WRONG_INPUT;
            if (json) {
                reports.add(report.json());
            } else {
                report.print(out);
                out.flush();
            }
        }
        if (json) {
            out.println(Show.json(reports));
        }
        return exitCode;
    }

    private static Report report(Path file) {
        try {
            Policy policy = PolicyInput.open(file);
            return new Report(file, policy.node(), policy.queueNames().size(), List.of(), policy.warnings(), "");
        } catch (PolicyException e) {
            return new Report(file, "", 0, e.problems(), List.of(), "");
        } catch (Refusal e) {
            return new Report(file, "", 0, List.of(), List.of(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Report(file, "", 0, List.of(), List.of(), PolicyInput.name(file) + " cannot be read: " + e);
        }
    }

    /**
     * On one file.
     *
     * @param unreadable why there is nothing to check; "" when there is
     */
    private record Report(
            Path file,
            String node,
            int queues,
            List<YamlProblem> problems,
            List<YamlProblem> warnings,
            String unreadable) {
        boolean isFine() {
            return problems.isEmpty() && unreadable.isEmpty();
        }

        void print(PrintWriter out) {
            String name = PolicyInput.name(file);
            if (!unreadable.isEmpty()) {
                out.println(unreadable);
                return;
            }
            problems.forEach(problem -> out.println(name + ": " + problem.line()));
            warnings.forEach(warning -> out.println(PolicyInput.warning(file, warning)));
            out.println(
                    isFine()
                            ? name + ": node " + node + ", fine: " + count(queues, "queue") + ", "
                                    + count(warnings.size(), "warning")
                            : name + ": " + count(problems.size(), "problem"));
        }

        ObjectNode json() {
            ObjectNode report = Wire.json().createObjectNode();
            report.put("file", PolicyInput.name(file)).put("fine", isFine());
            if (isFine()) {
                report.put("node", node).put("queues", queues);
            }
            if (!unreadable.isEmpty()) {
                report.put("unreadable", unreadable);
            }
            report.set("problems", Wire.json().valueToTree(problems));
            report.set("warnings", Wire.json().valueToTree(warnings));
            return report;
        }

        private static String count(int number, String what) {
            return number + " " + what + (number == 1 ? "" : "s");
        }
    }
}
