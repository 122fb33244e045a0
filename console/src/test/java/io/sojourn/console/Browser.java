// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A headless Chromium, driven over its DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final List<String> PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private final Path profile;
    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int number;

    private Browser(Path profile, Process process, URI page) {
        this.profile = profile;
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Ear())
                .join();
    }

    static Optional<Path> installed() {
        return PLACES.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }

    static Browser open(Path chromium, int width, int height) throws Exception {
        Path profile = Files.createTempDirectory("console-browser");
        Process process = new ProcessBuilder(
                        chromium.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage",
                        "--lang=en-GB",
                        "--window-size=" + width + "," + height,
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("log").toFile())
                .start();
        Path portFile = profile.resolve("DevToolsActivePort");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        Files.exists(portFile) && Files.readAllLines(portFile).size() > 1);
        Browser browser = new Browser(
                profile, process, pageOf(Files.readAllLines(portFile).get(0)));
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            browser.call(domain + ".enable", Map.of());
        }
        browser.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return browser;
    }

    private static URI pageOf(String port) throws IOException, InterruptedException {
        HttpRequest list = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        String body =
                HttpClient.newHttpClient().send(list, BodyHandlers.ofString()).body();
        for (JsonNode target : Wire.json().readTree(body)) {
            if (target.get("type").asText().equals("page")) {
                return URI.create(target.get("webSocketDebuggerUrl").asText());
            }
        }
        throw new IOException("Chromium shows no page: " + body);
    }

    void go(URI address) {
        call("Page.navigate", Map.of("url", address.toString()));
    }

    void scheme(String darkOrLight) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", darkOrLight))));
    }

    /** The value of a JavaScript expression, awaited when it is a promise. */
    JsonNode run(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.at("/result/value");
    }

    void waitFor(String expression) {
        Awaitility.await(expression).atMost(Duration.ofSeconds(20)).until(() -> run("!!(" + expression + ")")
                .asBoolean());
    }

    void press(String key) {
        Map<String, Object> down = Map.of(
                "type",
                key.equals("/") ? "keyDown" : "rawKeyDown",
                "key",
                key,
                "text",
                key.equals("/") ? "/" : "",
                "windowsVirtualKeyCode",
                codeOf(key));
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    private static int codeOf(String key) {
        return switch (key) {
            case "ArrowDown" -> 40;
            case "ArrowUp" -> 38;
            case "ArrowLeft" -> 37;
            case "Enter" -> 13;
            case "Escape" -> 27;
            default -> 0;
        };
    }

    void screenshot(Path file) throws IOException {
        JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png"));
        Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
    }

    /** Console errors, uncaught exceptions and failed loads so far. */
    List<String> complaints() {
        return new ArrayList<>(complaints);
    }

    private synchronized JsonNode call(String method, Map<String, Object> parameters) {
        int id = ++number;
        ObjectNode message = Wire.json().createObjectNode().put("id", id).put("method", method);
        message.set("params", Wire.json().valueToTree(parameters));
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(message.toString(), true).join();
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private void hear(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.get("id").asInt());
            if (answer != null) {
                answer.complete(message.has("error") ? message : message.get("result"));
            }
            return;
        }
        JsonNode parameters = message.path("params");
        boolean complaint =
                switch (message.path("method").asText()) {
                    case "Runtime.exceptionThrown" -> true;
                    case "Runtime.consoleAPICalled" ->
                        parameters.path("type").asText().matches("error|warning");
                    case "Log.entryAdded" ->
                        parameters.at("/entry/level").asText().matches("error|warning");
                    default -> false;
                };
        if (complaint) {
            complaints.add(parameters.toString());
        }
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        process.destroy();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !process.isAlive());
        List<Path> files;
        try (var walk = Files.walk(profile)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    // A screenshot is longer than any wire record, so it is read past the records' limit.
                    hear(new com.fasterxml.jackson.databind.ObjectMapper().readTree(text.toString()));
                } catch (IOException e) {
                    complaints.add(e.toString());
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
