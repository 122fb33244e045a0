// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a running console over its HTTP API, so that the command line and the page never differ. */
final class ConsoleClient {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

    private final String url;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build();

    ConsoleClient(String url) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** @param path with its query, encoded: {@code /api/findings?open=true} */
    JsonNode get(String path) {
        return answer(request(path).GET().build());
    }

    /** How each part is, also when one is not fine (the console then answers 503). */
    JsonNode health() {
        return body(send(request("/api/health").GET().build()));
    }

    JsonNode post(String path, JsonNode body) {
        return answer(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(url + path)).timeout(ANSWER_WITHIN);
        } catch (IllegalArgumentException e) {
            throw Refusal.wrongInput("--console " + url + " is not an address: " + e.getMessage());
        }
    }

    private JsonNode answer(HttpRequest request) {
        HttpResponse<byte[]> response = send(request);
        JsonNode body = body(response);
        if (response.statusCode() / 100 != 2) {
            String error = body.path("error").asText("the console answered " + response.statusCode());
            String mend = body.path("mend").asText("");
            throw Refusal.wrongInput(mend.isEmpty() ? error : error + "; " + mend);
        }
        return body;
    }

    private JsonNode body(HttpResponse<byte[]> response) {
        try {
            return Wire.json().readTree(response.body());
        } catch (IOException e) {
            throw Refusal.missing("what answers at " + url + " is no Sojourn console; give --console or --data");
        }
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw Refusal.missing("no console at " + url + " (" + e.getClass().getSimpleName()
                    + "); start one with ./sojourn up, or give --console or --data");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.missing("interrupted while waiting for the console at " + url);
        }
    }
}
