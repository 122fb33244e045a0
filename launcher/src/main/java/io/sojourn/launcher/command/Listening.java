// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.console.ConsoleConfig;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.metrics.HostPort;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.LogFile;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WireFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where broker and console of one process listen. */
final class Listening {
    private static final int BROKER_PORT = 9092;
    private static final int CONSOLE_PORT = 8080;

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

    @Mixin
    private MetricsOption metrics = new MetricsOption();

    /** Everything over a folder that the caller has locked; nothing is started. */
    OneProcess process(DataFolder folder) throws IOException {
        // Flink unpacks itself into the temporary folder at every start, and a crash leaves that behind.
        System.setProperty("java.io.tmpdir", folder.emptied("tmp").toString());
        LogFile.use(folder.path("log/sojourn.log"));
        int port = brokerPort == 0 ? EmbeddedBroker.freePort() : brokerPort;
        checkFree("--broker-port", ConsoleConfig.LOOPBACK, port);
        checkFree("--console-port", consoleBind, consolePort);
        HostPort metricsAt = metrics.at();
        if (metricsAt != null) {
            checkFree("--metrics", metricsAt.host(), metricsAt.port());
        }
        return new OneProcess(
                folder,
                ends(ConsoleConfig.LOOPBACK + ":" + port),
                port,
                ConsoleConfig.local(consolePort).at(consoleBind, consoleNames),
                metricsAt);
    }

    KafkaEnds ends(String bootstrapServers) {
        return new KafkaEnds(bootstrapServers, Topic.DEFAULT_PREFIX, format, Map.of());
    }

    /** Starts it and tells of each part; a start that fails is refused with the reason. */
    static void start(OneProcess process, DataFolder folder, PrintWriter err) {
        try {
            process.start(part -> {
                err.println("sojourn: " + part + " is ready");
                err.flush();
            });
        } catch (Exception e) {
            process.close();
            folder.close();
            throw e instanceof Refusal refusal
                    ? refusal
                    : Refusal.missing("cannot start on " + folder.path("") + ": " + e.getMessage() + "; see "
                            + folder.path("log/sojourn.log")
                            + "; a folder that a crash of the machine has damaged is best moved away");
        }
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
}
