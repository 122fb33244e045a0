// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.inventory.InventoryFile;
import io.sojourn.launcher.inventory.InventoryTopic;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Unreadable;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.streams.fold.InventoryTree;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Units;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which queues there are, what they feed and whose they are. */
@Command(
        name = "inventory",
        mixinStandardHelpOptions = true,
        description = {
            "Say what queues feed, where they stand and whose they are: windows of links, sites, subscribers and groups are "
                    + "the sums of their queues.",
            "See docs/23-inventory.md."
        },
        subcommands = {InventoryCommand.Load.class, InventoryCommand.Listing.class, InventoryCommand.Remove.class})
final class InventoryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Refusal.WRONG_INPUT;
    }

    private static InventoryTopic topic(Connection connection) {
        KafkaEnds ends = connection.ends();
        Reachable.check(ends);
        return new InventoryTopic(ends);
    }

    private static String count(int queues) {
        return queues == 1 ? "1 queue" : queues + " queues";
    }

    /** Puts a file's entries on the topic. */
    @Command(
            name = "load",
            mixinStandardHelpOptions = true,
            description = {
                "Take over a file: its queues get what it says, others keep what they have.",
                "It is comma-separated, with a header: node,queue,site,parent,capacity,plan,subscriber,group; rates as 20Mbit.",
                "A file with a mistake changes nothing: every mistake is named."
            })
    static final class Load implements Callable<Integer> {
        @Mixin
        private Connection connection = new Connection();

        @Parameters(paramLabel = "FILE", description = "comma-separated values")
        private Path file;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            InventoryFile read = InventoryFile.parse(lines());
            if (!read.problems().isEmpty()) {
                throw Refusal.wrongInput(read.problems().stream()
                        .map(problem -> file + ": " + problem.line())
                        .collect(Collectors.joining(System.lineSeparator())));
            }
            InventoryTopic topic = topic(connection);
            Collection<InventoryEntry> before = topic.read().values();
            topic.put(read.entries());
            PrintWriter out = spec.commandLine().getOut();
            out.println("took over " + count(read.entries().size()) + " from " + file);
            warn(before, read.entries());
            return 0;
        }

        private List<String> lines() {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw Refusal.wrongInput(file + " " + Unreadable.why(file) + "; give comma-separated values");
            }
            try {
                return Files.readAllLines(file);
            } catch (IOException e) {
                throw Refusal.wrongInput(file + " cannot be read as UTF-8: " + e);
            }
        }

        private void warn(Collection<InventoryEntry> before, List<InventoryEntry> now) {
            InventoryTree tree = new InventoryTree();
            before.forEach(tree::put);
            PrintWriter err = spec.commandLine().getErr();
            now.forEach(entry -> tree.put(entry)
                    .ifPresent(circle -> err.println(
                            "sojourn: " + circle.at(file.toString(), 0, null).line())));
            tree.unlistedParents()
                    .forEach(parent -> err.println(
                            "sojourn: " + parent.at(file.toString(), 0, null).line()));
        }
    }

    /** Shows what is listed. */
    @Command(name = "list", mixinStandardHelpOptions = true, description = "Show what is listed.")
    static final class Listing implements Callable<Integer> {
        @Mixin
        private Connection connection = new Connection();

        @Option(names = "--json", description = "as JSON")
        private boolean json;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            Map<String, InventoryEntry> entries = topic(connection).read();
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(Show.json(Wire.json().valueToTree(entries.values())));
                return 0;
            }
            Table table = new Table("QUEUE", "SITE", "PARENT", "CAPACITY", "PLAN", "SUBSCRIBER", "GROUP");
            entries.forEach((key, entry) -> table.row(
                    key,
                    text(entry.site()),
                    text(entry.parent()),
                    rate(entry.capacityBitsPerSecond()),
                    rate(entry.planBitsPerSecond()),
                    text(entry.subscriber()),
                    text(entry.group())));
            out.print(table.isEmpty() ? "nothing is listed yet" + System.lineSeparator() : table.toString());
            return 0;
        }

        private static String text(@Nullable String value) {
            return value == null ? "-" : value;
        }

        private static String rate(@Nullable Long bitsPerSecond) {
            return bitsPerSecond == null ? "-" : Units.rate(bitsPerSecond);
        }
    }

    /** Takes entries out. */
    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Take queues out of the inventory.")
    static final class Remove implements Callable<Integer> {
        @Mixin
        private Connection connection = new Connection();

        @Parameters(arity = "1..*", paramLabel = "NODE/QUEUE", description = "as `inventory list` shows it")
        private List<String> queues = List.of();

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            InventoryTopic topic = topic(connection);
            Map<String, InventoryEntry> listed = topic.read();
            List<String> problems = new ArrayList<>();
            for (String queue : queues) {
                if (!listed.containsKey(queue)) {
                    problems.add(queue + " is not listed; "
                            + Nearest.hint(queue, listed.keySet()).orElse("see ./sojourn inventory list"));
                }
            }
            if (!problems.isEmpty()) {
                throw Refusal.wrongInput(String.join(System.lineSeparator(), problems));
            }
            topic.remove(queues);
            spec.commandLine().getOut().println("removed " + count(queues.size()));
            return 0;
        }
    }
}
