// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.sun.net.httpserver.HttpHandler;
import io.sojourn.console.HealthCheck;
import io.sojourn.launcher.metrics.CountedSink;
import io.sojourn.launcher.metrics.HostPort;
import io.sojourn.launcher.metrics.MetricsServer;
import io.sojourn.launcher.metrics.PartMetrics;
import io.sojourn.launcher.metrics.SelfMetrics;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.SampleSink;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a process tells of itself over HTTP, while it runs; without an address it tells nothing and costs nothing. */
final class Telling implements AutoCloseable {
    private final String option;
    private final @Nullable HostPort at;
    private final Consumer<String> err;
    private final @Nullable SelfMetrics metrics;
    private @Nullable MetricsServer server;

    /**
     * @param option by which the address was given
     * @param err takes a line for people
     */
    Telling(String option, @Nullable HostPort at, Consumer<String> err) {
        this.option = option;
        this.at = at;
        this.err = err;
        this.metrics = at == null ? null : new SelfMetrics();
    }

    /** The same sink, counted. */
    SampleSink counted(SampleSink sink) {
        if (metrics == null) {
            return sink;
        }
        CountedSink counted = new CountedSink(sink);
        counted.bind(metrics);
        return counted;
    }

    void bind(Consumer<SelfMetrics> what) {
        if (metrics != null) {
            what.accept(metrics);
        }
    }

    /** From now on it answers, and says where. */
    void listen(Supplier<List<HealthCheck>> health) {
        listen(health, Map.of());
    }

    /** @param further handlers by path */
    void listen(Supplier<List<HealthCheck>> health, Map<String, HttpHandler> further) {
        if (metrics == null || at == null) {
            return;
        }
        PartMetrics.bind(metrics, health);
        try {
            server = MetricsServer.open(at, metrics, health, further);
        } catch (IOException e) {
            throw Refusal.missing(option + " " + at + " cannot be had (" + e.getMessage()
                    + "); stop what uses it, or give another address (port 0: a free one)");
        }
        err.accept("sojourn: tells how it is at http://" + server.address() + "/metrics and /health");
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        if (metrics != null) {
            metrics.close();
        }
    }
}
