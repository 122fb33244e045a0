// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.analytics.AnalyticsConfig;
import io.sojourn.analytics.AnalyticsJob;
import io.sojourn.console.Console;
import io.sojourn.console.ConsoleConfig;
import io.sojourn.console.HealthCheck;
import io.sojourn.console.HistoryData;
import io.sojourn.console.TextPage;
import io.sojourn.history.History;
import io.sojourn.history.HistoryConfig;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.embedded.EmbeddedStore;
import io.sojourn.launcher.metrics.ConsoleMetrics;
import io.sojourn.launcher.metrics.HistoryMetrics;
import io.sojourn.launcher.metrics.HostPort;
import io.sojourn.launcher.metrics.MetricsServer;
import io.sojourn.launcher.metrics.PartMetrics;
import io.sojourn.launcher.metrics.SelfMetrics;
import io.sojourn.launcher.metrics.WindowsMetrics;
import io.sojourn.streams.WindowsConfig;
import io.sojourn.streams.WindowsJob;
import io.sojourn.telemetry.KafkaEnds;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Broker, windows, analysis, history and console in this JVM, over one data folder. */
public final class OneProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OneProcess.class);
    private static final Duration RUNNING_WITHIN = Duration.ofSeconds(90);

    private final KafkaEnds ends;
    private final DataFolder folder;
    private final SettingsWriter settingsWriter;
    private final Console console;
    private final SelfMetrics metrics = new SelfMetrics();
    private final @Nullable HostPort metricsAt;
    private @Nullable MetricsServer metricsServer;
    private final Part brokerPart;
    private final Part storePart;
    private final List<Part> jobs;
    private final Deque<Part> toClose = new ArrayDeque<>();

    /**
     * Starts nothing yet.
     *
     * @param folder locked by the caller
     * @param brokerPort loopback port, free
     * @param consoleConfig where the console listens; it has {@code /metrics} too
     * @param metricsAt where else to tell how the process is; null for nowhere
     */
    public OneProcess(
            DataFolder folder,
            KafkaEnds ends,
            int brokerPort,
            ConsoleConfig consoleConfig,
            @Nullable HostPort metricsAt)
            throws IOException {
        this.folder = folder;
        this.ends = ends;
        EmbeddedBroker broker = new EmbeddedBroker(folder.path("broker"), brokerPort);
        EmbeddedStore store = new EmbeddedStore(folder.path("store"), EmbeddedBroker.freePort());
        WindowsJob windows = new WindowsJob(ends, WindowsConfig.defaults(folder.path("streams")));
        AnalyticsJob analytics = new AnalyticsJob(ends, AnalyticsConfig.defaults(folder.path("checkpoints")));
        History history = new History(ends, HistoryConfig.questDb(store.url()));
        this.settingsWriter = new SettingsWriter(ends);
        SettingsDesk desk = new SettingsDesk(
                history.reader(),
                settingsWriter,
                new SettingSigner(folder.signingKey(), Clock.systemUTC()),
                Clock.systemUTC());
        this.console = new Console(
                consoleConfig,
                new HistoryData(history.reader(), new StreamsWindows(windows.latest())),
                desk,
                this::health,
                Map.of("/metrics", () -> new TextPage(SelfMetrics.CONTENT_TYPE, metrics.text())));
        this.metricsAt = metricsAt;
        PartMetrics.bind(metrics, this::health);
        WindowsMetrics.bind(metrics, windows);
        HistoryMetrics.bind(metrics, history);
        ConsoleMetrics.bind(metrics, console);
        this.brokerPart = new Part("broker", broker::start, Optional::empty, broker::close);
        this.storePart = new Part("store", store::start, Optional::empty, store::close);
        this.jobs = List.of(
                new Part("streams", windows::start, windows::check, windows::close),
                new Part("analytics", analytics::start, analytics::check, analytics::close),
                new Part("history", history::start, () -> problemOf(history), history::close),
                new Part("console", console::start, Optional::empty, console::close));
    }

    /**
     * Returns when every part runs. What was started is closed again when one does not.
     *
     * @param progress told the name of each part that is ready
     */
    public void start(Consumer<String> progress) throws Exception {
        if (metricsAt != null) {
            metricsServer = MetricsServer.open(metricsAt, metrics, this::health);
        }
        FutureTask<Boolean> store = inBackground("store-start", () -> {
            begin(storePart);
            return true;
        });
        try {
            begin(brokerPart);
            new TopicTable(ends).create((short) 1);
            progress.accept(brokerPart.name());
            for (Part job : jobs) {
                begin(job);
            }
            await(store);
            progress.accept(storePart.name());
            for (Part job : jobs) {
                awaitFine(job);
                progress.accept(job.name());
            }
            folder.announce(ends.bootstrapServers(), address().toString());
        } catch (Exception e) {
            store.cancel(true);
            close();
            throw e;
        }
    }

    /** Where else than at the console it tells how it is; null where nowhere was asked for, or before it has started. */
    public @Nullable HostPort metricsAddress() {
        return metricsServer == null ? null : metricsServer.address();
    }

    /** What this process tells of itself, for whoever adds a part. */
    public SelfMetrics metrics() {
        return metrics;
    }

    /** Where the console is. */
    public URI address() {
        return console.address();
    }

    /** How each part is. */
    public List<HealthCheck> health() {
        return Stream.concat(Stream.of(brokerPart, storePart), jobs.stream())
                .map(part -> {
                    Optional<String> problem = part.problem();
                    return new HealthCheck(part.name(), problem.isEmpty(), problem.orElse("runs"));
                })
                .toList();
    }

    /** Closes the parts in the opposite order of their start; what fails is logged and does not hold up the rest. */
    @Override
    public void close() {
        settingsWriter.close();
        for (Part part = next(); part != null; part = next()) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("{} did not close: {}", part.name(), e.toString());
            }
        }
        if (metricsServer != null) {
            metricsServer.close();
        }
        metrics.close();
    }

    private void begin(Part part) throws Exception {
        synchronized (toClose) {
            toClose.push(part);
        }
        part.start();
    }

    private @Nullable Part next() {
        synchronized (toClose) {
            return toClose.poll();
        }
    }

    private static void awaitFine(Part part) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + RUNNING_WITHIN.toNanos();
        Optional<String> problem = part.problem();
        while (problem.isPresent()) {
            if (System.nanoTime() > deadlineNanos) {
                throw Refusal.missing(
                        part.name() + " did not start in " + RUNNING_WITHIN.toSeconds() + " s: " + problem.get());
            }
            Thread.sleep(50);
            problem = part.problem();
        }
    }

    private static Optional<String> problemOf(History history) {
        try {
            history.check();
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static FutureTask<Boolean> inBackground(String name, Callable<Boolean> work) {
        FutureTask<Boolean> task = new FutureTask<>(work);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void await(FutureTask<Boolean> task) throws Exception {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
