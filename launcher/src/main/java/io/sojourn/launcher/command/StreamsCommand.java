// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.console.HealthCheck;
import io.sojourn.launcher.metrics.HostPort;
import io.sojourn.launcher.metrics.WindowsMetrics;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.TopicTable;
import io.sojourn.streams.WindowsConfig;
import io.sojourn.streams.WindowsJob;
import io.sojourn.streams.latest.WindowsApi;
import io.sojourn.telemetry.KafkaEnds;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The windows job in a process of its own, as clusters run it: several share the nodes among them. */
@Command(
        name = "streams",
        mixinStandardHelpOptions = true,
        description = {
            "Run the windows job alone, on a broker that is already there: samples in, windows out, until Ctrl-C.",
            "Processes of one --application-id share the partitions of topic samples; when one goes, the others go on "
                    + "for it. `up` runs the same job: do not run both on one broker."
        })
final class StreamsCommand implements Callable<Integer> {
    private static final int LOOKED_FOR_EVERY_MILLIS = 1_000;

    @Mixin
    private Connection connection = new Connection();

    @Option(
            names = "--application-id",
            paramLabel = "ID",
            description = "consumer group that shares the work; default: " + WindowsConfig.DEFAULT_APPLICATION_ID)
    private String applicationId = WindowsConfig.DEFAULT_APPLICATION_ID;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "where state is kept, one process a folder; default: streams in --data")
    private @Nullable Path state;

    @Option(names = "--threads", paramLabel = "N", description = "1 to 64, as many as partitions at most; default: 1")
    private int threads = 1;

    @Option(
            names = "--standbys",
            paramLabel = "N",
            description = "further processes that keep each state ready to take over, 0 to 3; default: 0")
    private int standbys;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = MetricsOption.Converter.class,
            description =
                    "tell how this process is there: /metrics (Prometheus), /health, /live, /windows, /nodes; it has no"
                            + " login. Other processes of the group ask this one there, so give an address that they reach; port"
                            + " 0: a free one, not asked; default: nowhere")
    private @Nullable HostPort listen;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        WindowsConfig config = config();
        KafkaEnds ends = connection.ends();
        try (Telling telling = new Telling("--listen", listen, this::say);
                WindowsJob job = new WindowsJob(ends, config)) {
            telling.bind(metrics -> WindowsMetrics.bind(metrics, job));
            WindowsApi windows = new WindowsApi(job.latest(), listen == null ? "" : listen.host());
            telling.listen(() -> health(job), Map.of("/windows", windows, "/nodes", windows));
            awaitBroker(ends);
            checkTopics(ends);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(job), "shutdown"));
            job.start();
            awaitRunning(job, ends);
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private WindowsConfig config() {
        Path folder = state != null ? state : connection.folder().path("streams");
        WindowsConfig config = WindowsConfig.defaults(folder).as(applicationId, threads, standbys);
        return listen == null || listen.port() == 0 ? config : config.at(listen.toString());
    }

    private void awaitBroker(KafkaEnds ends) throws InterruptedException {
        if (Reachable.isAny(ends)) {
            return;
        }
        say("sojourn: no broker listens at " + ends.bootstrapServers() + "; waits for one");
        while (!Reachable.isAny(ends)) {
            Thread.sleep(LOOKED_FOR_EVERY_MILLIS);
        }
    }

    private static void checkTopics(KafkaEnds ends) {
        List<String> missing = new TopicTable(ends).missing();
        if (!missing.isEmpty()) {
            throw Refusal.missing("no topics " + String.join(", ", missing) + " on " + ends.bootstrapServers()
                    + "; make them: ./sojourn topics --create --bootstrap " + ends.bootstrapServers());
        }
    }

    private void awaitRunning(WindowsJob job, KafkaEnds ends) throws InterruptedException {
        Optional<String> told = Optional.empty();
        Optional<String> problem = job.check();
        while (problem.isPresent()) {
            if (!problem.equals(told)) {
                say("sojourn: " + problem.get());
                told = problem;
            }
            Thread.sleep(LOOKED_FOR_EVERY_MILLIS);
            problem = job.check();
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("windows run as " + applicationId + " on " + ends.bootstrapServers() + "; Ctrl-C stops them");
        out.flush();
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private static List<HealthCheck> health(WindowsJob job) {
        Optional<String> problem = job.check();
        return List.of(new HealthCheck("streams", problem.isEmpty(), problem.orElse("runs")));
    }

    /** A signal asks for a clean stop, and a clean stop is exit code 0, which only halting gives from a hook. */
    private static void stop(WindowsJob job) {
        job.close();
        Runtime.getRuntime().halt(0);
    }
}
