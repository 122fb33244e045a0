// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Registry;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.policy.Unwritten;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.telemetry.Units;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code policy disciplines}: what can be written in a policy file, from the engine's own registry. */
@Command(
        name = "disciplines",
        mixinStandardHelpOptions = true,
        description = {
            "List queues, shapers, schedulers and meters with what can be set on them.",
            "Defaults are those on a link of --rate with frames of 1514 bytes: many depend on it."
        })
final class DisciplinesCommand implements Callable<Integer> {
    private static final int MTU_BYTES = 1_514;
    /** The widest range of numbers but one fits. */
    private static final int RANGE_WIDTH = 30;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "only these; default: all")
    private List<String> names = List.of();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "rate that defaults are computed for; default: 100Mbit")
    private String rate = "100Mbit";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> known = Registry.types().stream().map(DisciplineType::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                String hint = Nearest.hint(name, known).map(text -> "; " + text).orElse("");
                throw Refusal.wrongInput(
                        "no discipline " + name + "; must be one of " + String.join(", ", known) + hint);
            }
        }
        LinkFacts link = new LinkFacts(linkRate(), MTU_BYTES);
        PrintWriter out = spec.commandLine().getOut();
        Registry.types().stream()
                .filter(type -> names.isEmpty() || names.contains(type.name()))
                .forEach(type -> print(type, link, out));
        return 0;
    }

    private long linkRate() {
        long bitsPerSecond = Units.rateBitsPerSecond("--rate", rate);
        if (bitsPerSecond < 1 || bitsPerSecond > LinkFacts.UNLIMITED) {
            throw Refusal.wrongInput("--rate: " + rate + "; must be from 1bit to 1000Gbit; write it as 100Mbit");
        }
        return bitsPerSecond;
    }

    private static void print(DisciplineType type, LinkFacts link, PrintWriter out) {
        Settings defaults = defaults(type.parameters(), link);
        String heading = type.name() + " (" + kind(type) + "): " + type.summary();
        out.println(String.join(System.lineSeparator() + "    ", Wrap.words(heading, Table.PAGE_WIDTH - 4)));
        out.println("  " + type.source());
        parameters("  ", type.parameters(), p -> byDefault(p, defaults), out);
        if (type instanceof DisciplineType.SchedulerType scheduler) {
            Settings ofClasses = defaults(scheduler.classParameters(), link);
            out.println("  its classes, at most " + scheduler.levels() + " deep:");
            parameters("    ", scheduler.classParameters(), p -> byDefault(p, scheduler, defaults, ofClasses), out);
        }
        out.println();
    }

    private static void parameters(
            String indent, List<Parameter> parameters, Function<Parameter, String> byDefault, PrintWriter out) {
        if (parameters.isEmpty()) {
            out.println(indent + "nothing to set");
            return;
        }
        Table table = new Table("SETTING", "RANGE", "DEFAULT", "MEANING")
                .atMost(1, RANGE_WIDTH)
                .within(Table.PAGE_WIDTH - indent.length(), 3);
        for (Parameter parameter : parameters) {
            table.row(parameter.name(), Quantity.range(parameter), byDefault.apply(parameter), parameter.meaning());
        }
        table.toString().lines().forEach(line -> out.println(indent + line));
    }

    private static String byDefault(Parameter parameter, Settings defaults) {
        if (parameter.isRequired()) {
            return "must be given";
        }
        return defaults.has(parameter) ? Quantity.text(parameter, defaults.value(parameter)) : "none";
    }

    /** Of a class, whose scheduler may compute what is left out. */
    private static String byDefault(
            Parameter parameter, DisciplineType.SchedulerType type, Settings whole, Settings defaults) {
        OptionalLong unwritten = Unwritten.value(type, whole, parameter, defaults);
        return unwritten.isPresent() ? Quantity.text(parameter, unwritten.getAsLong()) : byDefault(parameter, defaults);
    }

    /** With the link's rate for rates that have to be given, and the least for the rest. */
    private static Settings defaults(List<Parameter> parameters, LinkFacts link) {
        Map<String, Long> given = new HashMap<>();
        for (Parameter parameter : parameters) {
            if (parameter.isRequired()) {
                long value = parameter.unit() == Unit.BITS_PER_SECOND ? link.rateBitsPerSecond() : parameter.least();
                given.put(parameter.name(), Math.min(parameter.most(), Math.max(parameter.least(), value)));
            }
        }
        List<Problem> ignored = new ArrayList<>();
        return Settings.of(parameters, given, link, ignored);
    }

    private static String kind(DisciplineType type) {
        if (type instanceof DisciplineType.QueueType) {
            return "queue";
        }
        if (type instanceof DisciplineType.ShaperType) {
            return "shaper";
        }
        return type instanceof DisciplineType.SchedulerType ? "scheduler" : "meter";
    }
}
