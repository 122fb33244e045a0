// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.console.HealthCheck;
import io.sojourn.launcher.inventory.InventoryTopic;
import io.sojourn.launcher.inventory.PolicyInventory;
import io.sojourn.launcher.metrics.ExportMetrics;
import io.sojourn.launcher.metrics.NodeMetrics;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.CaptureFile;
import io.sojourn.node.NodeClock;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.NodeEnds;
import io.sojourn.node.ShaperNode;
import io.sojourn.node.SigningKey;
import io.sojourn.node.kafka.KafkaNode;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A shaper node whose packets come from a capture. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = {
            "Run a shaper node whose packets come from a capture, in the capture's time.",
            "Every packet goes through the policy's policer or shaper; samples leave each second; settings are taken.",
            "It plays the capture again and again until Ctrl-C, unless --passes says how often, and ends with what each "
                    + "queue did. With --dry-run it plays it once, as fast as it goes, and needs no broker: to try a policy."
        })
final class NodeCommand implements Callable<Integer> {
    private static final int QUEUES_NAMED = 20;

    private enum Start {
        NOW,
        CAPTURE
    }

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private MetricsOption metrics = new MetricsOption();

    @Option(names = "--capture", required = true, paramLabel = "FILE", description = "pcap or pcapng, .gz .xz .zst too")
    private Path capture;

    @Option(names = "--policy", required = true, paramLabel = "FILE", description = "YAML; see docs/20-policy-file.md")
    private Path policy;

    @Option(names = "--speed", paramLabel = "X", description = "times real time; 0: as fast as it goes; default: 1")
    private double speed = 1;

    @Option(
            names = "--passes",
            paramLabel = "N",
            description = "play the capture so often; default: until Ctrl-C, with --dry-run once")
    private @Nullable Long passes;

    @Option(
            names = "--start",
            description =
                    "time the first packet bears: ${COMPLETION-CANDIDATES}; default: NOW. In the capture's own time a"
                            + " second run repeats the first, and repeats are ignored")
    private Start start = Start.NOW;

    @Option(
            names = "--settings-key",
            paramLabel = "FILE",
            description = "key that settings must be signed with; default: settings.key in --data")
    private @Nullable Path settingsKey;

    @Option(names = "--allow-unsigned", description = "take settings without a key; for a network of your own only")
    private boolean allowUnsigned;

    @Option(
            names = "--no-inventory",
            description = "do not list the policy's links, queues and subscribers in the inventory")
    private boolean noInventory;

    @Option(
            names = "--dry-run",
            description = "run the capture through the policy and print what each queue did; needs no broker")
    private boolean dryRun;

    @Option(names = "--json", description = "what each queue did, as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        new Input(capture, false).checkCapture("--capture ");
        Policy rules = policy();
        if (dryRun && metrics.at() != null) {
            throw Refusal.wrongInput(
                    "--metrics " + metrics.at() + " with --dry-run, which is over at once; leave one out");
        }
        if (dryRun) {
            return dryRun(rules);
        }
        long times = passes == null ? NodeConfig.FOREVER : passes;
        NodeConfig config = withKey(new NodeConfig(speed, times, startMillis(), null, allowUnsigned));
        KafkaEnds ends = connection.ends();
        Reachable.check(ends);
        if (!noInventory) {
            list(rules, ends);
        }
        CaptureFile packets = CaptureFile.open(capture, NodeClock.system());
        try (Telling telling = metrics.telling(spec.commandLine().getErr()::println);
                KafkaNode node = new KafkaNode(config, rules, packets, ends, telling::counted)) {
            tell(telling, node);
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, main), "shutdown"));
            PrintWriter began =
                    json ? spec.commandLine().getErr() : spec.commandLine().getOut();
            began.println("node " + rules.node() + " runs with queues " + queues(rules) + " on "
                    + ends.bootstrapServers() + "; Ctrl-C stops it");
            began.flush();
            node.run();
            print(new NodeReport(rules.node(), node.counters(), node.totals(), false));
        }
        return 0;
    }

    /** A node that can't list its queues runs all the same. */
    private void list(Policy rules, KafkaEnds ends) {
        InventoryTopic topic = new InventoryTopic(ends);
        try {
            topic.put(PolicyInventory.entries(rules, topic.read()));
        } catch (Refusal | OutOfRange e) {
            spec.commandLine()
                    .getErr()
                    .println("sojourn: the inventory does not have this node's queues: " + e.getMessage());
        }
    }

    private static void tell(Telling telling, KafkaNode node) {
        telling.bind(all -> {
            NodeMetrics.bind(all, node::counters);
            ExportMetrics.bind(all, node.exporter());
        });
        telling.listen(() -> List.of(new HealthCheck("node", true, "runs")));
    }

    private int dryRun(Policy rules) throws IOException {
        NodeConfig config = NodeConfig.once().times(passes == null ? 1 : passes);
        NodeClock clock = NodeClock.system();
        NodeEnds nowhere = NodeEnds.of(new Rejected(spec.commandLine().getErr()));
        try (ShaperNode node = new ShaperNode(config, rules, CaptureFile.open(capture, clock), nowhere, clock)) {
            node.run();
            print(new NodeReport(rules.node(), node.counters(), node.totals(), true));
        }
        return 0;
    }

    /** Keeps nothing but what could not be read, which it says. */
    private record Rejected(PrintWriter err) implements SampleSink {
        @Override
        public void batch(SampleBatch batch) {}

        @Override
        public void reject(Reject reject) {
            err.println("sojourn: " + reject.line());
        }
    }

    private void print(NodeReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? Show.json(report.json()) + System.lineSeparator() : report.text());
        out.flush();
    }

    private static String queues(Policy rules) {
        List<String> names = rules.queueNames();
        return names.size() <= QUEUES_NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, QUEUES_NAMED)) + " and " + (names.size() - QUEUES_NAMED) + " more";
    }

    private @Nullable Long startMillis() {
        return start == Start.NOW ? (Long) System.currentTimeMillis() : null;
    }

    private Policy policy() throws IOException {
        Policy rules = PolicyInput.read(policy);
        PrintWriter err = spec.commandLine().getErr();
        rules.warnings().forEach(warning -> err.println("sojourn: " + PolicyInput.warning(policy, warning)));
        return rules;
    }

    private NodeConfig withKey(NodeConfig config) throws IOException {
        Path file = settingsKey != null ? settingsKey : connection.folder().path("settings.key");
        if (Files.isReadable(file)) {
            return config.signedWith(SigningKey.of(Files.readAllBytes(file)));
        }
        if (settingsKey != null) {
            throw Refusal.wrongInput("--settings-key " + file + " cannot be read");
        }
        spec.commandLine()
                .getErr()
                .println("sojourn: no key at " + file + (allowUnsigned ? "" : "; every setting will be refused"));
        return config;
    }

    private static void stop(KafkaNode node, Thread main) {
        node.close();
        try {
            main.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
