// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.console.ConsoleConfig;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.LogFile;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WireFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs everything in one process until it is told to stop. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run broker, streams, analytics, store and console in one process, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
    private static final int BROKER_PORT = 9092;
    private static final int CONSOLE_PORT = 8080;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "keep everything there; default: $SOJOURN_DATA, else ~/.local/share/sojourn")
    private @Nullable Path data;

    @Option(names = "--broker-port", paramLabel = "PORT", description = "loopback port; 0: a free one; default: 9092")
    private int brokerPort = BROKER_PORT;

    @Option(names = "--console-port", paramLabel = "PORT", description = "0: a free one; default: 8080")
    private int consolePort = CONSOLE_PORT;

    @Option(
            names = "--console-bind",
            paramLabel = "ADDRESS",
            description = "where the console listens; it has no login, so put a proxy before it; default: 127.0.0.1")
    private String consoleBind = ConsoleConfig.LOOPBACK;

    @Option(
            names = "--console-name",
            paramLabel = "HOST",
            description = "a name under which the console is reached, beside its address; may be repeated")
    private Set<String> consoleNames = Set.of();

    @Option(names = "--format", description = "how records are written: ${COMPLETION-CANDIDATES}; both are read")
    private WireFormat format = WireFormat.JSON;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        DataFolder folder = new DataFolder(data == null ? DataFolder.defaultPath() : data);
        folder.lock();
        OneProcess process = prepared(folder);
        Thread onSignal = new Thread(() -> stopAndHalt(process, folder), "shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            process.start(part -> {
                err.println("sojourn: " + part + " is ready");
                err.flush();
            });
        } catch (Exception e) {
            // A failed start has an exit code of its own.
            Runtime.getRuntime().removeShutdownHook(onSignal);
            process.close();
            folder.close();
            throw e instanceof Refusal
                    ? e
                    : Refusal.missing("cannot start on " + folder.path("") + ": " + e.getMessage() + "; see "
                            + folder.path("log/sojourn.log")
                            + "; a folder that a crash of the machine has damaged is best moved away");
        }
        announce(process, folder);
        new CountDownLatch(1).await();
        return 0;
    }

    private OneProcess prepared(DataFolder folder) throws IOException {
        // Flink unpacks itself into the temporary folder at every start, and a crash leaves that behind.
        System.setProperty("java.io.tmpdir", folder.emptied("tmp").toString());
        LogFile.use(folder.path("log/sojourn.log"));
        int port = brokerPort == 0 ? EmbeddedBroker.freePort() : brokerPort;
        checkFree("--broker-port", ConsoleConfig.LOOPBACK, port);
        checkFree("--console-port", consoleBind, consolePort);
        KafkaEnds ends = new KafkaEnds(ConsoleConfig.LOOPBACK + ":" + port, Topic.DEFAULT_PREFIX, format, Map.of());
        return new OneProcess(
                folder, ends, port, ConsoleConfig.local(consolePort).at(consoleBind, consoleNames));
    }

    private static void checkFree(String option, String address, int port) {
        if (port < 0 || port > 65_535) {
            throw Refusal.wrongInput(option + " " + port + " is no port; give 0 to 65535");
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
        } catch (IOException e) {
            throw Refusal.missing(option + " " + port + " on " + address + " cannot be had (" + e.getMessage()
                    + "); stop what uses it, or give another port (0: a free one)");
        }
    }

    private void announce(OneProcess process, DataFolder folder) {
        double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "Sojourn is ready, %.1f s after its start.%n  console  %s%n  broker   %s%n  data     %s%n"
                        + "Next: ./sojourn replay %sexamples/recorded/A-policer-bpf.cubic%nCtrl-C stops it.%n",
                seconds,
                process.address(),
                folder.announced("bootstrap").orElse(""),
                folder.path(""),
                data == null ? "" : "--data '" + data + "' ");
        out.flush();
    }

    /** A signal asks for a clean stop, and a clean stop is exit code 0, which only halting gives from a hook. */
    private static void stopAndHalt(OneProcess process, DataFolder folder) {
        process.close();
        folder.close();
        Runtime.getRuntime().halt(0);
    }
}
