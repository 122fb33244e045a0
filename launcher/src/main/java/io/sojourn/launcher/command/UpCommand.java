// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.metrics.HostPort;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.launcher.process.Refusal;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs everything in one process until it is told to stop. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run broker, streams, analytics, store and console in one process, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "keep everything there; default: $SOJOURN_DATA, else ~/.local/share/sojourn")
    private @Nullable Path data;

    @Mixin
    private Listening listening = new Listening();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        DataFolder folder = new DataFolder(data == null ? DataFolder.defaultPath() : data);
        folder.lock();
        OneProcess process = listening.process(folder);
        Thread onSignal = new Thread(() -> stopAndHalt(process, folder), "shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            Listening.start(process, folder, spec.commandLine().getErr());
        } catch (Refusal e) {
            // A failed start has an exit code of its own.
            Runtime.getRuntime().removeShutdownHook(onSignal);
            throw e;
        }
        announce(process, folder);
        new CountDownLatch(1).await();
        return 0;
    }

    private void announce(OneProcess process, DataFolder folder) {
        double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "Sojourn is ready, %.1f s after its start.%n  console  %s%n  broker   %s%n  data     %s%n%s"
                        + "Next: ./sojourn replay %sexamples/recorded/A-policer-bpf.cubic%nCtrl-C stops it.%n",
                seconds,
                process.address(),
                folder.announced("bootstrap").orElse(""),
                folder.path(""),
                metricsLine(process.metricsAddress()),
                data == null ? "" : "--data '" + data + "' ");
        out.flush();
    }

    private static String metricsLine(@Nullable HostPort at) {
        return at == null ? "" : String.format("  metrics  http://%s/metrics%n", at);
    }

    /** A signal asks for a clean stop, and a clean stop is exit code 0, which only halting gives from a hook. */
    private static void stopAndHalt(OneProcess process, DataFolder folder) {
        process.close();
        folder.close();
        Runtime.getRuntime().halt(0);
    }
}
