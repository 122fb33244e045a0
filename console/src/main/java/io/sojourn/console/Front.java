// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes each request: past the gate, to its answer, and out again with the headers that every answer bears. */
final class Front implements HttpHandler {
    static final String EVENTS = "/api/events";
    private static final Logger LOG = LoggerFactory.getLogger(Front.class);
    private static final int GZIP_FROM_BYTES = 1_024;

    private final Gate gate;
    private final Map<String, Reads.Reader> reads;
    private final Decisions decisions;
    private final Assets assets;
    private final EventHub events;
    private final RequestCounts counts;

    Front(
            Gate gate,
            Map<String, Reads.Reader> reads,
            Decisions decisions,
            Assets assets,
            EventHub events,
            RequestCounts counts) {
        this.gate = gate;
        this.reads = reads;
        this.decisions = decisions;
        this.assets = assets;
        this.events = events;
        this.counts = counts;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Request request = Request.of(exchange);
        Answer answer;
        try {
            gate.check(request);
            if (request.path().equals(EVENTS) && request.method().equals("GET")) {
                openEvents(exchange, request);
                counts.answered(200);
                return;
            }
            answer = answer(request);
        } catch (Problem problem) {
            answer = refusal(problem, request);
        } catch (UncheckedIOException e) {
            LOG.warn("{} {}: {}", request.method(), request.path(), e.toString());
            answer = refusal(
                    Problem.of(503, "the store does not answer", "try again; GET /api/health says more"), request);
        } catch (RuntimeException e) {
            LOG.error("{} {}", request.method(), request.path(), e);
            answer = refusal(Problem.of(500, "the console failed", "see the console's log"), request);
        }
        send(exchange, request, answer);
    }

    private Answer answer(Request request) throws Problem, IOException {
        String path = request.path();
        Reads.@Nullable Reader reader = reads.get(path);
        @Nullable Answer asset = assets.find(path);
        if (reader == null && asset == null && Decisions.serves(path)) {
            return decisions.decide(request);
        }
        if (reader == null && asset == null && !path.equals(EVENTS)) {
            throw Problem.field(404, "path", path, "a path of the API", "see the README of the console module");
        }
        if (!request.reads() || path.equals(EVENTS)) {
            throw Problem.of(405, request.method() + " is not allowed here", "use GET");
        }
        if (reader != null) {
            return reader.read(request.query());
        }
        return fresh(request, Objects.requireNonNull(asset));
    }

    private void openEvents(HttpExchange exchange, Request request) throws Problem {
        Parameters.of(request.query());
        common(exchange.getResponseHeaders());
        events.open(exchange, request.header().apply("Last-Event-ID"));
    }

    private static Answer fresh(Request request, Answer asset) {
        @Nullable String held = request.header().apply("If-None-Match");
        boolean same = held != null && held.contains(asset.headers().getOrDefault("ETag", "\"\""));
        return same ? new Answer(304, asset.contentType(), new byte[0], asset.headers()) : asset;
    }

    private static Answer refusal(Problem problem, Request request) {
        Answer answer = Answer.json(problem.status(), problem.body());
        if (problem.status() == 405) {
            return answer.with(
                    "Allow", Decisions.serves(request.path()) && request.reads() ? "POST" : allowed(request));
        }
        return problem.status() == 503 ? answer.with("Retry-After", "5") : answer;
    }

    private static String allowed(Request request) {
        return request.path().equals(EVENTS) ? "GET" : Decisions.serves(request.path()) ? "POST" : "GET, HEAD";
    }

    private void send(HttpExchange exchange, Request request, Answer answer) throws IOException {
        counts.answered(answer.status());
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            common(headers);
            headers.set("Content-Type", answer.contentType());
            answer.headers().forEach(headers::set);
            byte[] body = packed(request, answer, headers);
            if (request.method().equals("HEAD")) {
                headers.set("Content-Length", Integer.toString(body.length));
            }
            boolean empty = body.length == 0 || request.method().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), empty ? -1 : body.length);
            if (!empty) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static byte[] packed(Request request, Answer answer, Headers headers) throws IOException {
        headers.set("Vary", "Accept-Encoding");
        @Nullable String accepted = request.header().apply("Accept-Encoding");
        boolean gzip = accepted != null
                && accepted.toLowerCase(Locale.ROOT).matches(".*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$)).*");
        if (!gzip || answer.body().length < GZIP_FROM_BYTES) {
            return answer.body();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(answer.body());
        }
        headers.set("Content-Encoding", "gzip");
        return bytes.toByteArray();
    }

    /** No foreign script, frame or form; no guessing of types; no address given away. */
    private static void common(Headers headers) {
        headers.set(
                "Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }
}
