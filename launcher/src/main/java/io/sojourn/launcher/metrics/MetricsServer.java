// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.sojourn.console.HealthCheck;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code /metrics} (Prometheus text), {@code /health} (JSON; 503 unless every part is fine) and {@code /live} (204,
 * as long as the process answers at all). It only reads, and asks for no password.
 */
public final class MetricsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final int WAITING_CONNECTIONS = 16;
    private static final int THREADS = 2;

    private final HttpServer server;
    private final ExecutorService threads;

    private MetricsServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** What is answered to one path. */
    private record Page(int status, String contentType, String body) {}

    private record Health(boolean fine, List<HealthCheck> checks) {}

    /**
     * Listens.
     *
     * @param health how each part of the process is
     * @throws IOException when the address is taken or is not this machine's
     */
    public static MetricsServer open(HostPort at, SelfMetrics metrics, Supplier<List<HealthCheck>> health)
            throws IOException {
        return open(at, metrics, health, Map.of());
    }

    /** @param further handlers by path */
    public static MetricsServer open(
            HostPort at, SelfMetrics metrics, Supplier<List<HealthCheck>> health, Map<String, HttpHandler> further)
            throws IOException {
        // Seconds in which a request must have come: the JDK's server takes it from here only, once a process.
        if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
            System.setProperty("sun.net.httpserver.maxReqTime", "15");
        }
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getByName(at.host()), at.port()), WAITING_CONNECTIONS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread worker = new Thread(task, "metrics-request");
            worker.setDaemon(true);
            return worker;
        });
        server.setExecutor(threads);
        Map<String, Supplier<Page>> pages = Map.of(
                "/metrics",
                () -> new Page(200, SelfMetrics.CONTENT_TYPE, metrics.text()),
                "/health",
                () -> health(health.get()),
                "/live",
                () -> new Page(204, "text/plain", ""));
        server.createContext("/", exchange -> answer(exchange, pages));
        further.forEach(server::createContext);
        server.start();
        return new MetricsServer(server, threads);
    }

    /** Where it listens; a name or address of any interface stands as it was given. */
    public HostPort address() {
        InetSocketAddress bound = server.getAddress();
        return new HostPort(bound.getAddress().getHostAddress(), bound.getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange, Map<String, Supplier<Page>> pages) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            Supplier<Page> page = pages.get(exchange.getRequestURI().getPath());
            if (page == null) {
                send(exchange, text(404, "nothing here; see /metrics, /health and /live\n"));
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, text(405, method + " is not allowed here; use GET\n"));
            } else {
                send(exchange, made(page));
            }
        }
    }

    private static Page made(Supplier<Page> page) {
        try {
            return page.get();
        } catch (RuntimeException e) {
            LOG.error("cannot tell how this process is", e);
            return text(500, "it failed; see the log\n");
        }
    }

    private static Page text(int status, String text) {
        return new Page(status, "text/plain; charset=utf-8", text);
    }

    private static Page health(List<HealthCheck> checks) {
        boolean fine = checks.stream().allMatch(HealthCheck::fine);
        return new Page(fine ? 200 : 503, "application/json; charset=utf-8", Wire.text(new Health(fine, checks)));
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", page.contentType());
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
        boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(page.status(), empty ? -1 : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
    }
}
