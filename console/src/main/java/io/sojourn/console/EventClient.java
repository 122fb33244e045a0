// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One live page: writes what it is given until the page goes away, or is told to stop by an interrupt (which closes a
 * channel that blocks: java.nio.channels.InterruptibleChannel).
 */
final class EventClient implements Runnable {
    private static final int OUTBOX_MESSAGES = 16;
    private static final long HEARTBEAT_MILLIS = 10_000;

    private final HttpExchange exchange;
    private final Runnable atEnd;
    private final BlockingQueue<String> outbox = new ArrayBlockingQueue<>(OUTBOX_MESSAGES);

    EventClient(HttpExchange exchange, Runnable atEnd) {
        this.exchange = exchange;
        this.atEnd = atEnd;
    }

    /** False when the page is too slow: its outbox is full. */
    boolean offer(String message) {
        return outbox.offer(message);
    }

    @Override
    public void run() {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody());
        } catch (IOException gone) {
            // The page was closed: nothing to tell anybody.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            atEnd.run();
        }
    }

    private void write(OutputStream out) throws IOException, InterruptedException {
        String message = "retry: 2000\n\n";
        while (true) {
            out.write(message.getBytes(StandardCharsets.UTF_8));
            out.flush();
            @Nullable String next = outbox.poll(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
            message = next == null ? ": alive\n\n" : next;
        }
    }
}
