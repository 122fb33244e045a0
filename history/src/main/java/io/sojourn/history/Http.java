// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a store and reads its JSON. Safe for use by several threads. */
final class Http {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
    private static final int ANSWER_LIMIT_BYTES = 128 << 20;

    private final HistoryConfig config;
    private final HttpClient client;

    Http(HistoryConfig config) {
        this.config = config;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_WITHIN)
                .build();
    }

    /** One parameter of a query string or form, encoded. */
    static String parameter(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** @throws HistoryException when there is no answer, or one that is not JSON */
    JsonNode get(String pathAndQuery) {
        return send(HttpRequest.newBuilder(config.resolve(pathAndQuery)).GET());
    }

    /** As {@link #get}, with a form as the body. */
    JsonNode post(String path, String form) {
        return send(HttpRequest.newBuilder(config.resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private JsonNode send(HttpRequest.Builder request) {
        config.authorization().ifPresent(value -> request.header("Authorization", value));
        try {
            HttpResponse<InputStream> response =
                    client.send(request.timeout(ANSWER_WITHIN).build(), HttpResponse.BodyHandlers.ofInputStream());
            return body(response);
        } catch (IOException e) {
            throw new HistoryException(
                    config.url() + " does not answer (" + e + "); start the store or correct the address", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HistoryException(config.url() + ": interrupted while waiting for its answer", e);
        }
    }

    private JsonNode body(HttpResponse<InputStream> response) throws IOException {
        byte[] bytes;
        try (InputStream in = response.body()) {
            bytes = in.readNBytes(ANSWER_LIMIT_BYTES + 1);
        }
        if (bytes.length > ANSWER_LIMIT_BYTES) {
            throw new HistoryException(
                    config.url() + ": answer of more than " + ANSWER_LIMIT_BYTES + " bytes; ask for fewer records",
                    null);
        }
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw new HistoryException(
                    config.url() + ": HTTP " + response.statusCode() + "; correct user and password, or token", null);
        }
        try {
            return Wire.json().readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new HistoryException(
                    config.url() + ": HTTP " + response.statusCode() + " and no JSON; is it the store's address?", e);
        }
    }
}
