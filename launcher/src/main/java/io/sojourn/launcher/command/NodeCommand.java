// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.CaptureFile;
import io.sojourn.node.NodeClock;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.NodeCounters;
import io.sojourn.node.SigningKey;
import io.sojourn.node.kafka.KafkaNode;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.KafkaEnds;
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
            "It plays the capture again and again until Ctrl-C, unless --passes says how often."
        })
final class NodeCommand implements Callable<Integer> {
    private static final int QUEUES_NAMED = 20;

    private enum Start {
        NOW,
        CAPTURE
    }

    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--capture", required = true, paramLabel = "FILE", description = "pcap or pcapng, .gz .xz .zst too")
    private Path capture;

    @Option(names = "--policy", required = true, paramLabel = "FILE", description = "YAML; see docs/20-policy-file.md")
    private Path policy;

    @Option(names = "--speed", paramLabel = "X", description = "times real time; 0: as fast as it goes; default: 1")
    private double speed = 1;

    @Option(names = "--passes", paramLabel = "N", description = "play the capture so often; default: until Ctrl-C")
    private long passes = NodeConfig.FOREVER;

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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Policy rules = policy();
        NodeConfig config = withKey(new NodeConfig(speed, passes, startMillis(), null, allowUnsigned));
        KafkaEnds ends = connection.ends();
        Reachable.check(ends);
        PrintWriter out = spec.commandLine().getOut();
        try (KafkaNode node = new KafkaNode(config, rules, CaptureFile.open(capture, NodeClock.system()), ends)) {
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, main), "shutdown"));
            out.println("node " + rules.node() + " runs with queues " + queues(rules) + " on " + ends.bootstrapServers()
                    + "; Ctrl-C stops it");
            out.flush();
            node.run();
            out.println(summary(node.counters()));
        }
        return 0;
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
        if (!Files.isReadable(policy)) {
            throw Refusal.wrongInput("--policy " + policy + " cannot be read; give a YAML file");
        }
        Policy rules = PolicyCommand.read(policy);
        PrintWriter err = spec.commandLine().getErr();
        rules.warnings().forEach(warning -> err.println("sojourn: " + PolicyCommand.warning(policy, warning)));
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

    private static String summary(NodeCounters counters) {
        return counters.packets() + " packets in " + counters.passes() + " passes, " + counters.unmatchedPackets()
                + " of them matched no queue; " + counters.batches() + " batches sent; settings: "
                + counters.appliedSettings()
                + " applied, " + counters.refusedSettings() + " refused";
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
