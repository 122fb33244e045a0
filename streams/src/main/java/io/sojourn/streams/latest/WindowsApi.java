// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /windows?node=&queue=&size=&limit=&afterNode=&afterQueue=} and {@code GET /nodes} with a {@link
 * LatestPage}: JSON, or Smile when that is accepted, at most 1 MiB. It asks for no password; a page of another site that
 * points its own name at this address (DNS rebinding, RFC 9110 section 7.2) is refused by its name.
 */
public final class WindowsApi implements HttpHandler {
    static final String SMILE = "application/x-jackson-smile";

    private static final String JSON = "application/json; charset=utf-8";
    private static final Pattern NAME_WITHOUT_DOT_OR_ADDRESS =
            Pattern.compile("[^.]+|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final LatestWindows windows;
    private final String ownName;

    /** @param ownName name under which other machines reach this one; empty when they don't */
    public WindowsApi(LatestWindows windows, String ownName) {
        this.windows = windows;
        this.ownName = ownName.toLowerCase(Locale.ROOT);
    }

    private record Failure(String error, String mend) {}

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean smile = SMILE.equals(exchange.getRequestHeaders().getFirst("Accept"));
            try {
                send(exchange, 200, page(exchange, smile), smile ? SMILE : JSON);
            } catch (OutOfRange e) {
                fail(exchange, 400, String.valueOf(e.getMessage()), "correct the address");
            } catch (Refused e) {
                fail(exchange, e.status, String.valueOf(e.getMessage()), e.mend);
            } catch (Moving e) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                fail(exchange, 503, String.valueOf(e.getMessage()), "ask again");
            }
        }
    }

    private byte[] page(HttpExchange exchange, boolean smile) throws Moving, Refused {
        check(exchange);
        String path = exchange.getRequestURI().getPath();
        boolean withWindows = path.equals(QueryText.WINDOWS);
        if (!withWindows && !path.equals(QueryText.NODES)) {
            throw new Refused(404, path + " is not known", "use /windows or /nodes");
        }
        Map<String, String> values = QueryText.values(exchange.getRequestURI().getRawQuery());
        WindowsQuery query = QueryText.query(values, withWindows);
        boolean onlyHere = "true".equals(values.get(QueryText.ONLY_HERE));
        return fitting(query, onlyHere, smile ? WireFormat.SMILE : WireFormat.JSON);
    }

    /** Half as many windows when they are too many bytes. */
    private byte[] fitting(WindowsQuery query, boolean onlyHere, WireFormat format) throws Moving {
        LatestPage page = onlyHere ? windows.here(query) : windows.ask(query);
        try {
            return Wire.write(page, format);
        } catch (OutOfRange tooLarge) {
            if (query.limit() == 1) {
                throw tooLarge;
            }
            return fitting(query.limited(query.limit() / 2), onlyHere, format);
        }
    }

    private void check(HttpExchange exchange) throws Refused {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            throw new Refused(405, method + " is not allowed here", "use GET");
        }
        @Nullable String host = exchange.getRequestHeaders().getFirst("Host");
        String name = host == null ? "" : host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
        if (!name.equals(ownName) && !NAME_WITHOUT_DOT_OR_ADDRESS.matcher(name).matches()) {
            throw new Refused(421, "Host " + host + " is not a name of this process", "use its address");
        }
    }

    private static void fail(HttpExchange exchange, int status, String error, String mend) throws IOException {
        send(exchange, status, Wire.write(new Failure(error, mend), WireFormat.JSON), JSON);
    }

    private static void send(HttpExchange exchange, int status, byte[] body, String type) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    /** A request that is not answered. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;
        private final String mend;

        Refused(int status, String error, String mend) {
            super(error);
            this.status = status;
            this.mend = mend;
        }
    }
}
