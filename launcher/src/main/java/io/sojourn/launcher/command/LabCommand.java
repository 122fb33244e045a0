// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.lab.Case;
import io.sojourn.launcher.lab.Scenario;
import io.sojourn.launcher.lab.ScenarioReader;
import io.sojourn.launcher.lab.Scenarios;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Published experiments in virtual time. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description = {
            "Run published experiments in virtual time, and compare what comes out with what was published.",
            "docs/22-scenarios.md explains how a scenario is written."
        },
        subcommands = {LabCommand.Listing.class, LabRunCommand.class, LabCompareCommand.class})
final class LabCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Refusal.WRONG_INPUT;
    }

    /** Reads scenarios and passes their warnings on. */
    static Scenario read(Path file, PrintWriter err) throws IOException {
        return told(ScenarioReader.read(file), err);
    }

    static Scenario told(Scenario scenario, PrintWriter err) {
        scenario.warnings()
                .forEach(warning -> err.println("sojourn: " + ScenarioReader.shown(scenario.file()) + ": warning: "
                        + warning.path() + ": " + warning.value() + "; should be " + warning.bound() + "; "
                        + warning.mend()));
        err.flush();
        return scenario;
    }

    /** {@code lab list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = {
                "List the scenarios in examples/: cases, and figures that lab compare looks at.",
                "Exit code 2 when one of them cannot be read; the others are listed all the same."
            })
    static final class Listing implements Callable<Integer> {
        @Option(names = "--json", description = "the list as JSON")
        private boolean json;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            List<Scenario> scenarios = new ArrayList<>();
            int exitCode = 0;
            for (Path file : Scenarios.all().values()) {
                try {
                    scenarios.add(read(file, err));
                } catch (Refusal e) {
                    String.valueOf(e.getMessage()).lines().forEach(line -> err.println("sojourn: " + line));
                    exitCode = Refusal.WRONG_INPUT;
                }
            }
            if (json) {
                ArrayNode all = Wire.json().createArrayNode();
                scenarios.forEach(scenario -> all.add(json(scenario)));
                out.println(Show.json(all));
            } else if (scenarios.isEmpty()) {
                out.println("no data: examples/ has no scenario that can be read");
            } else {
                out.print(table(scenarios));
            }
            return exitCode;
        }

        private static Table table(List<Scenario> scenarios) {
            Table table = new Table("NAME", "TITLE", "CASES", "FIGURES").within(Table.PAGE_WIDTH, 1);
            for (Scenario scenario : scenarios) {
                table.row(
                        scenario.name(),
                        scenario.title(),
                        Integer.toString(scenario.cases().size()),
                        Integer.toString(scenario.expected().figures().size()));
            }
            return table;
        }

        private static ObjectNode json(Scenario scenario) {
            ObjectNode json = Wire.json().createObjectNode();
            json.put("name", scenario.name())
                    .put("title", scenario.title())
                    .put("file", scenario.file().toString());
            json.put("seeds", scenario.seeds());
            json.set("cases", Wire.json().valueToTree(names(scenario)));
            json.put("figures", scenario.expected().figures().size());
            return json;
        }
    }

    static List<String> names(Scenario scenario) {
        return scenario.cases().stream().map(Case::name).collect(Collectors.toList());
    }
}
