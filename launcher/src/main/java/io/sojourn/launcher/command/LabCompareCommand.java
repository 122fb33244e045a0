// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.lab.Comparison;
import io.sojourn.launcher.lab.Comparison.Row;
import io.sojourn.launcher.lab.Expected.Figure;
import io.sojourn.launcher.lab.Expected.NotReproduced;
import io.sojourn.launcher.lab.Scenario;
import io.sojourn.launcher.lab.ScenarioReader;
import io.sojourn.launcher.lab.Scenarios;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab compare}: every figure beside what was published. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Run scenarios and compare every figure with what was published: the median over the scenario's seeds, in "
                    + "parentheses the least and the greatest of them. A figure is within when the median is in its band.",
            "Exit code 1 when one is out or has no data."
        })
final class LabCompareCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME|FILE", description = "only these; default: all in examples/")
    private List<String> names = List.of();

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<Scenario> scenarios = scenarios();
        Progress line = new Progress(spec.commandLine().getErr());
        ArrayNode reports = Wire.json().createArrayNode();
        int figures = 0;
        long outside = 0;
        for (Scenario scenario : scenarios) {
            Comparison comparison = compare(scenario, line);
            figures += comparison.rows().size();
            outside += comparison.rows().stream().filter(row -> !row.isWithin()).count();
            if (json) {
                reports.add(json(comparison));
            } else {
                print(comparison, out);
                out.flush();
            }
        }
        if (json) {
            out.println(Show.json(reports));
        } else {
            out.println(
                    outside == 0
                            ? "All " + figures + " figures are within."
                            : outside + " of " + figures + " figures are out.");
        }
        return outside == 0 ? 0 : Refusal.ALARM;
    }

    private List<Scenario> scenarios() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            files.add(Scenarios.find(name));
        }
        if (names.isEmpty()) {
            files.addAll(Scenarios.all().values());
        }
        if (files.isEmpty()) {
            throw Refusal.wrongInput("examples/ has no scenario; give the path of one");
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (Path file : files) {
            scenarios.add(LabCommand.read(file, spec.commandLine().getErr()));
        }
        refuseWithoutFigures(scenarios);
        return scenarios;
    }

    /** Whoever names a scenario wants to see something compared; of all of them one at least has figures. */
    private void refuseWithoutFigures(List<Scenario> scenarios) {
        List<Scenario> without = scenarios.stream()
                .filter(scenario -> scenario.expected().figures().isEmpty())
                .toList();
        if (!without.isEmpty() && (!names.isEmpty() || without.size() == scenarios.size())) {
            throw Refusal.wrongInput(without.stream()
                    .map(scenario -> scenario.name() + " has no figures to compare; write them in "
                            + ScenarioReader.shown(scenario.file().resolveSibling("expected.yaml"))
                            + ", or use lab run")
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }

    private Comparison compare(Scenario scenario, Progress line) throws InterruptedException {
        try (LabProgress progress =
                new LabProgress(line, scenario.name(), Comparison.runs(scenario), Comparison.runNanos(scenario))) {
            return Comparison.of(scenario, progress);
        }
    }

    private static void print(Comparison comparison, PrintWriter out) {
        Scenario scenario = comparison.scenario();
        int seeds = scenario.seeds();
        String title = scenario.name() + ": " + scenario.title() + (seeds == 1 ? "" : "; " + seeds + " seeds");
        Wrap.words(title, Table.PAGE_WIDTH).forEach(out::println);
        if (comparison.rows().isEmpty()) {
            out.println("no data: nothing is expected of it");
        } else {
            out.print(table(comparison.rows()));
        }
        for (NotReproduced not : scenario.expected().notReproduced()) {
            Wrap.words("Not reproduced: " + not.what() + ": " + not.why(), Table.PAGE_WIDTH)
                    .forEach(out::println);
        }
        out.println();
    }

    /** Figures under the name of their case. */
    private static Table table(List<Row> rows) {
        Table table = new Table("METRIC", "PUBLISHED", "OURS", "BAND", "").within(Table.PAGE_WIDTH, 1);
        String last = "";
        for (Row row : rows) {
            if (!row.figure().cases().equals(last)) {
                last = row.figure().cases();
                table.heading(last);
            }
            row(row, table);
        }
        return table;
    }

    private static void row(Row row, Table table) {
        Figure figure = row.figure();
        table.row(
                "  " + figure.metric(),
                figure.published() == null ? "" : figure.published(),
                ours(row),
                "[" + plain(figure.low()) + ", " + plain(figure.high()) + "]",
                row.isWithin() ? "within" : "OUT");
    }

    private static String ours(Row row) {
        if (row.median().isEmpty()) {
            return row.values().isEmpty()
                    ? Show.NO_DATA
                    : Show.NO_DATA + " in " + (row.seeds() - row.values().size()) + " of " + row.seeds() + " seeds";
        }
        String median = Show.number(row.median().getAsDouble());
        return row.seeds() == 1
                ? median
                : median + " (" + Show.number(row.values().get(0)) + " to "
                        + Show.number(row.values().get(row.values().size() - 1)) + ")";
    }

    /** A band as it is written. */
    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static ObjectNode json(Comparison comparison) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("scenario", comparison.scenario().name());
        json.put("seeds", comparison.scenario().seeds());
        json.put("within", comparison.isWithin());
        ArrayNode figures = json.putArray("figures");
        comparison.rows().forEach(row -> figures.add(json(row)));
        json.set(
                "notReproduced",
                Wire.json().valueToTree(comparison.scenario().expected().notReproduced()));
        return json;
    }

    private static ObjectNode json(Row row) {
        Figure figure = row.figure();
        ObjectNode json = Wire.json().createObjectNode();
        json.put("case", figure.cases()).put("metric", figure.metric()).put("published", figure.published());
        json.put(
                "median",
                row.median().isPresent() ? (Double) LabJson.rounded(row.median().getAsDouble()) : null);
        ArrayNode values = json.putArray("values");
        row.values().forEach(value -> values.add(LabJson.rounded(value)));
        json.putArray("band").add(figure.low()).add(figure.high());
        json.put("within", row.isWithin());
        json.put("source", figure.source()).put("note", figure.note().isEmpty() ? null : figure.note());
        return json;
    }
}
