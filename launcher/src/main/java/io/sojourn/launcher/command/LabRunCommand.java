// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.lab.Case;
import io.sojourn.launcher.lab.Cores;
import io.sojourn.launcher.lab.Measured;
import io.sojourn.launcher.lab.NetworkCase;
import io.sojourn.launcher.lab.NetworkRun;
import io.sojourn.launcher.lab.SampleLines;
import io.sojourn.launcher.lab.Scenario;
import io.sojourn.launcher.lab.ScenarioReader;
import io.sojourn.launcher.lab.Scenarios;
import io.sojourn.launcher.lab.plot.Plots;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.telemetry.Wire;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab run}: each case once. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run a scenario once and print what was measured. The same seed gives the same numbers on every machine.",
            "lab compare runs it over several seeds and compares it with what was published."
        })
final class LabRunCommand implements Callable<Integer> {
    /** 2024-01-01 00:00 UTC: always the same, so that the same seed gives the same file. */
    private static final long EPOCH_MILLIS = 1_704_067_200_000L;

    @Parameters(paramLabel = "NAME|FILE", description = "a name of lab list, or a scenario's folder or file")
    private String name = "";

    @Option(names = "--case", paramLabel = "CASE", description = "only this case; may be given several times")
    private List<String> wanted = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "of all chance; default: 1")
    private @Nullable Long givenSeed;

    private long seed = 1;

    @Option(names = "--json", description = "as JSON, each flow by itself too")
    private boolean json;

    @Option(
            names = "--plots",
            paramLabel = "DIR",
            description =
                    "draw the runs into this folder, made when it is missing: SVG files, and index.html with them all")
    private @Nullable Path folder;

    @Option(
            names = "--samples",
            paramLabel = "FILE",
            description = "also what the boxes would tell as nodes of ours: batches, a line of JSON each, from "
                    + "2024-01-01 00:00 UTC on")
    private @Nullable Path samples;

    private boolean hasChance;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Scenario scenario = LabCommand.told(ScenarioReader.readToRun(Scenarios.find(name)), err);
        List<Case> cases = cases(scenario);
        hasChance = cases.stream().anyMatch(NetworkCase.class::isInstance);
        takeSeed(scenario);
        Optional<Plots> plots = plots(scenario, cases);
        if (samples != null) {
            writeSamples(scenario, cases, samples);
        }
        List<Measured> measured = measured(scenario, cases, plots.isPresent());
        print(scenario, cases, measured);
        plots.ifPresent(drawing -> draw(drawing, measured));
        return 0;
    }

    private void takeSeed(Scenario scenario) {
        if (givenSeed != null && !hasChance) {
            throw Refusal.wrongInput("--seed: " + scenario.name() + " has no chance in it; leave it out");
        }
        seed = givenSeed == null ? 1 : givenSeed;
    }

    private List<Measured> measured(Scenario scenario, List<Case> cases, boolean drawn) throws InterruptedException {
        long allNanos = cases.stream().mapToLong(Case::durationNanos).sum();
        Progress line = new Progress(spec.commandLine().getErr());
        try (LabProgress progress = new LabProgress(line, scenario.name(), cases.size(), allNanos)) {
            List<Supplier<Measured>> work = cases.stream()
                    .<Supplier<Measured>>map(
                            one -> () -> drawn ? Measured.drawn(one, seed, progress) : Measured.of(one, seed, progress))
                    .toList();
            return Cores.each(work, progress::done);
        }
    }

    private void writeSamples(Scenario scenario, List<Case> cases, Path to) {
        List<NetworkCase> telling = cases.stream()
                .filter(NetworkCase.class::isInstance)
                .map(NetworkCase.class::cast)
                .filter(SampleLines::hasNodes)
                .toList();
        if (telling.isEmpty()) {
            throw Refusal.wrongInput("--samples: " + scenario.name() + " has no box that could tell any; leave it out");
        }
        try (BufferedWriter writer = Files.newBufferedWriter(to)) {
            for (NetworkCase network : telling) {
                SampleLines.write(scenario.name(), network, seed, EPOCH_MILLIS, writer);
            }
        } catch (IOException | UncheckedIOException e) {
            throw Refusal.wrongInput(("--samples " + to).strip() + " " + unwritable(to) + "; name another file");
        }
    }

    /** A verb phrase. */
    private static String unwritable(Path file) {
        if (file.toString().isEmpty()) {
            return "has no name of a file";
        }
        if (Files.isDirectory(file)) {
            return "is a folder";
        }
        Path folder = file.toAbsolutePath().getParent();
        return folder != null && Files.isDirectory(folder)
                ? "cannot be written by this user, or its disk is full"
                : "is in a folder that is not there";
    }

    /** Before the runs: nobody waits for charts that cannot be written. */
    private Optional<Plots> plots(Scenario scenario, List<Case> cases) {
        if (folder == null) {
            return Optional.empty();
        }
        if (cases.stream().noneMatch(NetworkCase.class::isInstance)) {
            throw Refusal.wrongInput(
                    "--plots: " + scenario.name() + " runs no network that could be drawn; leave it out");
        }
        return Optional.of(
                Plots.into(folder, scenario.title(), "sojourn lab run " + scenario.name() + " --seed " + seed));
    }

    private void draw(Plots plots, List<Measured> measured) {
        for (Measured one : measured) {
            if (one instanceof NetworkRun run && run.series() != null) {
                StringWriter table = new StringWriter();
                LabView.print(run.network(), run, new PrintWriter(table));
                plots.add(run.network().name(), run.series(), run.outcome(), table.toString());
            }
        }
        plots.finish();
        spec.commandLine().getErr().println("sojourn: charts are in " + plots.page());
    }

    private List<Case> cases(Scenario scenario) {
        List<String> known = LabCommand.names(scenario);
        for (String one : wanted) {
            if (!known.contains(one)) {
                throw Refusal.wrongInput("--case: " + scenario.name() + " has no case " + one + "; must be one of "
                        + String.join(", ", known)
                        + Nearest.hint(one, known).map(hint -> "; " + hint).orElse(""));
            }
        }
        return scenario.cases().stream()
                .filter(one -> wanted.isEmpty() || wanted.contains(one.name()))
                .toList();
    }

    private void print(Scenario scenario, List<Case> cases, List<Measured> measured) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode report = Wire.json().createObjectNode();
            report.put("scenario", scenario.name())
                    .put("title", scenario.title())
                    .put("seed", hasChance ? (Long) seed : null);
            ArrayNode all = report.putArray("cases");
            for (int i = 0; i < cases.size(); i++) {
                all.add(LabJson.of(cases.get(i), measured.get(i)));
            }
            out.println(Show.json(report));
            return;
        }
        out.println(scenario.title());
        out.println(ScenarioReader.shown(scenario.file()) + (hasChance ? ", seed " + seed : ""));
        for (int i = 0; i < cases.size(); i++) {
            out.println();
            LabView.print(cases.get(i), measured.get(i), out);
        }
        if (measured.stream().anyMatch(NetworkRun.class::isInstance)) {
            out.println();
            out.println(LabView.bases());
        }
        if (hasChance && scenario.seeds() > 1) {
            String others = "Another seed may give other figures: lab compare has the medians of " + scenario.seeds()
                    + " seeds, beside what was published.";
            Wrap.words(others, Table.PAGE_WIDTH).forEach(out::println);
        }
    }
}
