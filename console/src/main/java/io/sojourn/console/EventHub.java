// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.sun.net.httpserver.HttpExchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells live pages what changed (server-sent events, WHATWG HTML section 9.2): one coalesced message a tick, and nothing
 * is read while no page is open.
 *
 * <p>An id is "start-number". A page that comes back with one it was told of less than {@value #KEPT} messages ago gets
 * what it missed; any other gets the event {@code reset}, which asks it to read everything afresh.
 */
final class EventHub implements AutoCloseable {
    static final int KEPT = 120;
    private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);

    private final Changes changes;
    private final long tickMillis;
    private final long startMillis;
    private final ScheduledExecutorService ticker;
    private final ThreadPoolExecutor writers;
    private final Map<EventClient, Future<?>> clients = new LinkedHashMap<>();
    private final Deque<Message> kept = new ArrayDeque<>();
    private long number;
    private boolean failing;
    private @Nullable Future<?> ticking;

    private record Message(long number, String text) {}

    /** @param startMillis tells one life of the console from another */
    EventHub(Changes changes, int clientsMost, long tickMillis, long startMillis) {
        this.changes = changes;
        this.tickMillis = tickMillis;
        this.startMillis = startMillis;
        this.ticker = Executors.newSingleThreadScheduledExecutor(Console.threads("console-ticker"));
        this.writers = new ThreadPoolExecutor(
                0, clientsMost, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), Console.threads("console-live"));
    }

    void start() {
        ticking = ticker.scheduleWithFixedDelay(this::tick, tickMillis, tickMillis, TimeUnit.MILLISECONDS);
    }

    /** Takes over the exchange. */
    synchronized void open(HttpExchange exchange, @Nullable String lastEventId) throws Problem {
        EventClient[] self = new EventClient[1];
        EventClient client = new EventClient(exchange, () -> forget(self[0]));
        self[0] = client;
        missed(lastEventId).forEach(client::offer);
        try {
            clients.put(client, writers.submit(client));
        } catch (RejectedExecutionException full) {
            throw Problem.field(
                    503,
                    "live pages",
                    Integer.toString(writers.getMaximumPoolSize()),
                    "at most " + writers.getMaximumPoolSize(),
                    "close another page, or read GET /api/queues now and then");
        }
    }

    synchronized int clientCount() {
        return clients.size();
    }

    private synchronized void forget(EventClient client) {
        clients.remove(client);
    }

    private void tick() {
        if (clientCount() == 0) {
            return;
        }
        try {
            @Nullable String changed = changes.look();
            if (changed != null) {
                tell(changed);
            }
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn("live pages wait: changes cannot be read: {}", e.toString());
            }
            failing = true;
        }
    }

    private synchronized void tell(String json) {
        number++;
        String text = "id: " + startMillis + "-" + number + "\nevent: changes\ndata: " + json + "\n\n";
        kept.addLast(new Message(number, text));
        if (kept.size() > KEPT) {
            kept.removeFirst();
        }
        for (Map.Entry<EventClient, Future<?>> entry : new ArrayList<>(clients.entrySet())) {
            if (!entry.getKey().offer(text)) {
                LOG.info("a live page is dropped: it is too slow");
                entry.getValue().cancel(true);
            }
        }
    }

    private List<String> missed(@Nullable String lastEventId) {
        String stem = startMillis + "-";
        if (lastEventId != null && lastEventId.matches("[0-9]+-[0-9]{1,15}") && lastEventId.startsWith(stem)) {
            long last = Long.parseLong(lastEventId.substring(stem.length()));
            long oldest = kept.isEmpty() ? number + 1 : kept.getFirst().number();
            List<String> later = kept.stream()
                    .filter(m -> m.number() > last)
                    .map(Message::text)
                    .toList();
            if (last <= number && last + 1 >= oldest && later.size() < 8) {
                return later;
            }
        }
        return List.of("id: " + stem + number + "\nevent: reset\ndata: {}\n\n");
    }

    @Override
    public void close() {
        if (ticking != null) {
            ticking.cancel(true);
        }
        ticker.shutdownNow();
        writers.shutdownNow();
        try {
            boolean done = writers.awaitTermination(1, TimeUnit.SECONDS)
                    && ticker.awaitTermination(500, TimeUnit.MILLISECONDS);
            if (!done) {
                LOG.warn("live pages did not end within 1.5 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
