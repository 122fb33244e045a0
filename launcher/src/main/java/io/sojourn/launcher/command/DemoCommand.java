// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.labnode.DemoNetwork;
import io.sojourn.launcher.labnode.LabSource;
import io.sojourn.launcher.metrics.CountedSink;
import io.sojourn.launcher.metrics.ExportMetrics;
import io.sojourn.launcher.metrics.NodeMetrics;
import io.sojourn.launcher.metrics.SelfMetrics;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.TopicFeed;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.SigningKey;
import io.sojourn.node.kafka.KafkaNode;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.QueuePolicy;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything in one process, with a node that lives through trouble and cure. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Run everything that `up` runs, and a shaper node with simulated hosts around it, in real time.",
            "It lives through two troubles: a policer that drops, and a queue that stands. Each is found, a setting is "
                    + "recommended and approved, the node applies it, and windows before and after are compared. Only "
                    + "the hosts and their lines are simulated; all else is what runs in any installation.",
            "It takes about a minute, says what happens and where to look, and then goes on until Ctrl-C. It needs no "
                    + "root and no network."
        })
final class DemoCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(DemoCommand.class);
    private static final double SPEED_LOW = 0.1;
    private static final double SPEED_HIGH = 8;
    private static final int STORY_SECONDS = 60;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "keep everything there; default: a temporary folder, deleted at the end")
    private @Nullable Path data;

    @Option(
            names = "--speed",
            paramLabel = "X",
            description = "times real time, 0.1 to 8; above 1 the node's clock begins in the past; default: 1")
    private double speed = 1;

    @Option(names = "--once", description = "end with the story: exit 0, or 1 when a step of it did not come about")
    private boolean once;

    @Option(names = "--ask", description = "leave it to you to approve, in the console or from another terminal")
    private boolean ask;

    @Mixin
    private Listening listening = new Listening();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!(speed >= SPEED_LOW && speed <= SPEED_HIGH)) {
            throw Refusal.wrongInput("--speed " + speed + " is not from 0.1 to 8");
        }
        intro();
        DataFolder folder = new DataFolder(data == null ? Files.createTempDirectory("sojourn-demo-") : data);
        folder.lock();
        DemoRun run = new DemoRun(folder, data == null, spec.commandLine().getErr());
        Thread onSignal = new Thread(run::closeAndHalt, "shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            OneProcess process = listening.process(folder);
            run.process(process);
            run.keepLog(true);
            Listening.start(process, folder, spec.commandLine().getErr());
            return tell(process, folder, run);
        } finally {
            remove(onSignal);
            run.close();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException itRuns) {
            // A signal came meanwhile: the hook closes all and halts.
            return;
        }
    }

    private int tell(OneProcess process, DataFolder folder, DemoRun run) throws Exception {
        String bootstrap = folder.announced("bootstrap").orElseThrow();
        KafkaEnds ends = listening.ends(bootstrap);
        Policy policy = DemoNetwork.policy(nodeName(folder));
        AtomicReference<@Nullable String> nodeProblem = new AtomicReference<>();
        try (TopicFeed feed = TopicFeed.open(
                ends, List.of(Topic.FINDINGS, Topic.RECOMMENDATIONS, Topic.APPLIED_SETTINGS, Topic.WINDOWS))) {
            KafkaNode node = node(policy, ends, folder, process.metrics());
            NodeMetrics.bind(process.metrics(), node::counters);
            ExportMetrics.bind(process.metrics(), node.exporter());
            run.node(node);
            scene(process, bootstrap, folder, policy);
            Thread thread = new Thread(() -> play(node, nodeProblem), "demo-node");
            thread.setDaemon(true);
            thread.start();
            ConsoleClient console = new ConsoleClient(process.address().toString());
            Connected connected = new Connected(feed, console, ask, nodeProblem);
            new DemoStory(policy.node(), connected, new DemoScreen(out(), System::nanoTime), speed).tell();
            if (!once) {
                afterwards();
                thread.join();
                throw new DemoStory.Missed("its end: " + nodeProblem.get());
            }
            run.keepLog(false);
            return 0;
        } catch (DemoStory.Missed e) {
            if (run.isClosing()) {
                return 0;
            }
            spec.commandLine().getErr().println("sojourn: the demonstration stops at: " + e.getMessage());
            return Refusal.ALARM;
        }
    }

    private record Connected(
            TopicFeed feed, ConsoleClient console, boolean asks, AtomicReference<@Nullable String> problem)
            implements DemoStory.Ends {
        @Override
        public List<Record> next(Duration wait) {
            return feed.next(wait);
        }

        @Override
        public Optional<String> approve(String recommendationId) {
            ObjectNode body = Wire.json().createObjectNode();
            body.put("id", recommendationId).put("decision", "approve").put("author", "demo");
            try {
                console.post("/api/decisions", body);
                return Optional.empty();
            } catch (Refusal e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Optional<String> nodeProblem() {
            return Optional.ofNullable(problem.get());
        }
    }

    private static SampleSink counted(SampleSink sink, SelfMetrics metrics) {
        CountedSink counted = new CountedSink(sink);
        counted.bind(metrics);
        return counted;
    }

    private KafkaNode node(Policy policy, KafkaEnds ends, DataFolder folder, SelfMetrics metrics) {
        long seconds = System.currentTimeMillis() / 1_000 - Math.round((speed - 1) * STORY_SECONDS / speed);
        LabSource source = DemoNetwork.source(policy, seconds * 1_000_000_000L);
        NodeConfig config = NodeConfig.once().atSpeed(speed).signedWith(SigningKey.of(folder.existingSigningKey()));
        return new KafkaNode(config, policy, source, ends, sink -> source.completing(counted(sink, metrics)));
    }

    private static void play(KafkaNode node, AtomicReference<@Nullable String> problem) {
        try {
            node.run();
            problem.set("no more packets");
        } catch (IOException | RuntimeException e) {
            LOG.warn("the node ended", e);
            problem.set(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** A node's settings outlive it, and the story needs one as its policy says: each run in a folder has its own. */
    static String nodeName(DataFolder folder) throws IOException {
        Path file = folder.path("demo-runs");
        int runs = Files.exists(file) ? number(file) + 1 : 1;
        Files.writeString(file, Integer.toString(runs));
        return "demo-" + runs;
    }

    private static int number(Path file) throws IOException {
        String text = Files.readString(file).strip();
        if (!text.matches("[0-9]{1,9}")) {
            throw Refusal.wrongInput(file + " has " + text.lines().findFirst().orElse("nothing")
                    + "; must be the number of runs so far; delete it, or give another folder");
        }
        return Integer.parseInt(text);
    }

    private void intro() {
        out().printf(
                        Locale.ROOT,
                        "A shaper node with simulated hosts, in trouble twice and cured twice. The story takes about %d s, once all"
                                + " parts run.%n",
                        Math.round(STORY_SECONDS / speed));
        out().flush();
    }

    private void scene(OneProcess process, String bootstrap, DataFolder folder, Policy policy) {
        PrintWriter out = out();
        out.printf("%n  console  %s%n  broker   %s%n", process.address(), bootstrap);
        out.printf("  data     %s%s%n", folder.path(""), data == null ? ", deleted at the end" : "");
        out.printf("%nIn another terminal, for all commands below: export SOJOURN_DATA='%s'%n", folder.path(""));
        out.printf("%nNode %s: two customers, four downloads to each.%n", policy.node());
        for (QueuePolicy queue : policy.queues()) {
            out.printf("  %s  %s%n", queue.name(), Show.settings(queue.settings()));
        }
        out.flush();
    }

    private void afterwards() {
        out().printf(
                        "%nThe story is told; the node goes on until Ctrl-C. What %s no longer loses now waits in its shaper, 50 ms at%n"
                                + "most. That is soon found as well, and what is recommended then is yours to approve:%n"
                                + "./sojourn recommendations --state proposed%n",
                        DemoNetwork.POLICED);
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
