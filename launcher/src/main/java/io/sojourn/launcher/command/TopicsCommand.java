// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.TopicTable;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the topics, and makes those that are missing. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = "List the topics; with --create make those that are missing on the broker.")
final class TopicsCommand implements Callable<Integer> {
    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--create", description = "make what is missing; what is there is left as it is")
    private boolean create;

    @Option(names = "--replication", paramLabel = "N", description = "copies of each partition; default: 1")
    private short replication = 1;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        KafkaEnds ends = connection.ends();
        Table table = new Table("TOPIC", "KEY", "VALUE", "PARTITIONS", "KEPT");
        for (Topic topic : Topic.values()) {
            table.row(
                    ends.topic(topic),
                    topic.key(),
                    topic.value().getSimpleName(),
                    Integer.toString(topic.partitions()),
                    topic.compacted() ? "newest of each key" : topic.retention().toDays() + " d");
        }
        out.print(table);
        if (create) {
            List<String> made = new TopicTable(ends).create(replication);
            out.println(made.isEmpty() ? "All were there." : "Made " + String.join(", ", made) + ".");
        }
        return 0;
    }
}
