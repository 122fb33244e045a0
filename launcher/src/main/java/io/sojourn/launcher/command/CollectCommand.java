// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.collectors.SampleSource;
import io.sojourn.collectors.ss.SsOptions;
import io.sojourn.collectors.ss.SsSource;
import io.sojourn.collectors.tc.TcOptions;
import io.sojourn.collectors.tc.TcSource;
import io.sojourn.console.HealthCheck;
import io.sojourn.launcher.metrics.ExportMetrics;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Replay;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a foreign source and puts its samples on the topics. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = "Collect samples from a foreign source to Kafka, until Ctrl-C or the end of the capture.")
final class CollectCommand {
    private static final String NODE = "name the samples bear; default: this host's name";

    @Command(
            name = "tc",
            mixinStandardHelpOptions = true,
            description = "Poll the queues of a network device (tc -s -j), and with --sockets its TCP flows (ss).")
    int tc(
            @Parameters(paramLabel = "DEVICE") String device,
            @Option(names = "--namespace", paramLabel = "NS", description = "network namespace of the device") @Nullable
                    String namespace,
            @Option(names = "--node", paramLabel = "NODE", description = NODE) @Nullable String node,
            @Option(names = "--interval", paramLabel = "MS", defaultValue = "1000", description = "default: 1000")
                    long intervalMillis,
            @Option(names = "--sockets", description = "show the TCP flows at the device's busiest queue")
                    boolean sockets,
            @Mixin MetricsOption metrics,
            @Mixin Connection connection)
            throws Exception {
        TcOptions options = new TcOptions(
                orHost(node),
                device,
                Optional.ofNullable(namespace),
                Duration.ofMillis(intervalMillis),
                sockets,
                List.of());
        return run(new TcSource(options), connection.ends(), metrics);
    }

    @Command(
            name = "ss",
            mixinStandardHelpOptions = true,
            description = "Poll the TCP sockets of this host or of a namespace (ss -ti).")
    int ss(
            @Option(names = "--namespace", paramLabel = "NS", description = "network namespace") @Nullable
                    String namespace,
            @Option(names = "--node", paramLabel = "NODE", description = NODE) @Nullable String node,
            @Option(names = "--queue", defaultValue = "tcp", description = "queue the flows are shown at; default: tcp")
                    String queue,
            @Option(names = "--interval", paramLabel = "MS", defaultValue = "1000", description = "default: 1000")
                    long intervalMillis,
            @Option(
                            names = "--filter",
                            paramLabel = "WORD",
                            arity = "1..*",
                            description = "as ss takes it: dst 192.0.2.0/24")
                    @Nullable
                    List<String> filter,
            @Mixin MetricsOption metrics,
            @Mixin Connection connection)
            throws Exception {
        SsOptions options = new SsOptions(
                orHost(node),
                queue,
                Optional.ofNullable(namespace),
                filter == null ? List.of() : filter,
                Duration.ofMillis(intervalMillis));
        return run(new SsSource(options), connection.ends(), metrics);
    }

    @Command(
            name = "capture",
            mixinStandardHelpOptions = true,
            description = "Read a capture (pcap, pcapng; .gz .xz .zst) to its end.")
    int capture(@Parameters(paramLabel = "FILE") Path file, @Mixin Connection connection) throws Exception {
        KafkaEnds ends = connection.ends();
        Reachable.check(ends);
        try (SampleExporter exporter = new SampleExporter(ends)) {
            Replay replay = new Replay(exporter, 0, batch -> {});
            new Input(file, false).read(replay);
            replay.finish();
        } catch (IllegalStateException e) {
            throw Refusal.missing(String.valueOf(e.getMessage()));
        }
        return 0;
    }

    /** Runs a source until it ends or the process is told to stop, then delivers what is under way. */
    private static int run(SampleSource source, KafkaEnds ends, MetricsOption metrics) throws InterruptedException {
        Reachable.check(ends);
        Thread collecting = Thread.currentThread();
        Thread onSignal = new Thread(() -> stop(source, collecting), "shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        say("sojourn: collecting to " + ends.bootstrapServers() + "; Ctrl-C stops it");
        try (Telling telling = metrics.telling(CollectCommand::say);
                SampleExporter exporter = new SampleExporter(ends)) {
            telling.bind(all -> ExportMetrics.bind(all, exporter));
            SampleSink counted = telling.counted(exporter);
            telling.listen(() -> List.of(new HealthCheck("collector", true, "runs")));
            source.run(counted);
            exporter.flush();
            return 0;
        } catch (IOException | IllegalStateException e) {
            Runtime.getRuntime().removeShutdownHook(onSignal);
            throw Refusal.missing(String.valueOf(e.getMessage()));
        } catch (Refusal e) {
            Runtime.getRuntime().removeShutdownHook(onSignal);
            throw e;
        }
    }

    private static void say(String line) {
        System.err.println(line);
    }

    private static void stop(SampleSource source, Thread collecting) {
        source.close();
        try {
            collecting.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    private static String orHost(@Nullable String node) throws IOException {
        return node != null ? node : InetAddress.getLocalHost().getHostName();
    }
}
