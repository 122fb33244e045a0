// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Wire;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Asks other processes, within 2 s. */
final class Peers {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .build();

    /** Asks a fellow instance for what it has itself. */
    CompletableFuture<LatestPage> ask(URI base, WindowsQuery query) {
        return ask(base, query, true);
    }

    CompletableFuture<LatestPage> ask(URI base, WindowsQuery query, boolean onlyHere) {
        URI address = base.resolve(QueryText.of(query, onlyHere));
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(ANSWER_WITHIN)
                .header("Accept", WindowsApi.SMILE)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(response -> read(address, response));
    }

    /** @throws Moving when there was no answer, or one that says so */
    static LatestPage answer(CompletableFuture<LatestPage> asked) throws Moving {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Moving(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Moving("interrupted");
        }
    }

    private static LatestPage read(URI address, HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            String text = new String(response.body(), StandardCharsets.UTF_8);
            throw new IllegalStateException(address + " answers " + response.statusCode() + ": "
                    + text.substring(0, Math.min(200, text.length())));
        }
        try {
            return Wire.read(response.body(), LatestPage.class);
        } catch (OutOfRange e) {
            throw new IllegalStateException(address + " answers what can't be read: " + e.getMessage(), e);
        }
    }
}
