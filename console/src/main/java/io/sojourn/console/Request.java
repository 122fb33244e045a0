// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was asked.
 *
 * @param path as it came, percent-encoded
 * @param query as it came; null when there is none
 * @param header first value of a header, by name in any case; null when absent
 */
record Request(
        String method,
        String path,
        @Nullable String query,
        Function<String, @Nullable String> header,
        InputStream body) {
    /** Largest body that is read. */
    static final int BODY_LIMIT_BYTES = 64 * 1024;

    static Request of(HttpExchange exchange) {
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                exchange.getRequestURI().getRawQuery(),
                name -> exchange.getRequestHeaders().getFirst(name),
                exchange.getRequestBody());
    }

    boolean reads() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Steps of the path, percent-decoded: an encoded "/" does not part two steps. */
    List<String> steps() throws Problem {
        try {
            // "+" is itself in a path; only in a query does it stand for a space (RFC 3986 section 3.3).
            return List.of(path.substring(1).split("/", -1)).stream()
                    .map(step -> URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw Problem.field(400, "path", path, "percent-encoded UTF-8", "encode the id with encodeURIComponent");
        }
    }

    byte[] content() throws Problem, IOException {
        byte[] bytes = body.readNBytes(BODY_LIMIT_BYTES + 1);
        if (bytes.length > BODY_LIMIT_BYTES) {
            throw Problem.field(
                    413,
                    "body",
                    "more",
                    "at most " + BODY_LIMIT_BYTES + " bytes",
                    "send only the fields that are asked for");
        }
        return bytes;
    }
}
