// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP API and the web page. Nothing happens before {@link #start}; {@link #close} ends it within 2 s. */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final int WAITING_REQUESTS = 256;

    private final ConsoleConfig config;
    private final ConsoleData data;
    private final DecisionDesk desk;
    private final Supplier<List<HealthCheck>> health;
    private final Map<String, Supplier<TextPage>> pages;
    private final RequestCounts counts = new RequestCounts();
    private @Nullable HttpServer server;
    private @Nullable EventHub events;
    private @Nullable ThreadPoolExecutor requests;

    public Console(ConsoleConfig config, ConsoleData data, DecisionDesk desk, Supplier<List<HealthCheck>> health) {
        this(config, data, desk, health, Map.of());
    }

    /** @param pages further ones, by path, made anew for each request */
    public Console(
            ConsoleConfig config,
            ConsoleData data,
            DecisionDesk desk,
            Supplier<List<HealthCheck>> health,
            Map<String, Supplier<TextPage>> pages) {
        this.pages = Map.copyOf(pages);
        this.config = config;
        this.data = data;
        this.desk = desk;
        this.health = health;
    }

    /**
     * Listens.
     *
     * @throws IOException when the address is taken or is not this machine's
     */
    public synchronized void start() throws IOException {
        if (server != null) {
            throw new IllegalStateException("the console runs already at " + address());
        }
        serverDefaults();
        InetAddress address = InetAddress.getByName(config.bindAddress());
        HttpServer listening = HttpServer.create(new InetSocketAddress(address, config.port()), 0);
        Gate gate = new Gate(config.hostNames());
        Reads reads = new Reads(data, health, System::currentTimeMillis);
        EventHub hub =
                new EventHub(new Changes(data), config.eventClients(), config.tickMillis(), System.currentTimeMillis());
        Map<String, Reads.Reader> readers = new HashMap<>(reads.byPath());
        pages.forEach((path, page) -> readers.put(path, query -> page.get().answer()));
        listening.createContext("/", new Front(gate, readers, new Decisions(desk, gate), Assets.load(), hub, counts));
        requests = requestPool();
        listening.setExecutor(requests);
        server = listening;
        events = hub;
        hub.start();
        listening.start();
        if (!address.isLoopbackAddress()) {
            LOG.warn(
                    "{} can be reached from other machines and asks for no password; put a proxy that does before it",
                    address());
        }
    }

    /** Requests answered since it was made, by class of status: "2xx" to "5xx". */
    public Map<String, Long> requests() {
        return counts.snapshot();
    }

    /** Where the page is. */
    public synchronized URI address() {
        if (server == null) {
            throw new IllegalStateException("the console does not run; start it first");
        }
        InetSocketAddress at = server.getAddress();
        String name = at.getAddress().isAnyLocalAddress()
                ? ConsoleConfig.LOOPBACK
                : at.getAddress().getHostAddress();
        return URI.create("http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + at.getPort() + "/");
    }

    @Override
    public synchronized void close() {
        if (events != null) {
            events.close();
        }
        if (server != null) {
            server.stop(0);
        }
        if (requests != null) {
            requests.shutdownNow();
        }
        server = null;
        events = null;
        requests = null;
    }

    static ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** When all are busy and {@value #WAITING_REQUESTS} wait, the accepting thread works too, and so takes no more. */
    private ThreadPoolExecutor requestPool() {
        return new ThreadPoolExecutor(
                config.requestThreads(),
                config.requestThreads(),
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_REQUESTS),
                threads("console-request"),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    /** The JDK's server takes these from system properties only, at its first use; whoever set them keeps theirs. */
    private static void serverDefaults() {
        // Without it each answer waits up to 40 ms for an acknowledgment.
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        // Seconds in which a request must have come, so that a caller who dawdles does not hold a thread.
        setUnlessSet("sun.net.httpserver.maxReqTime", "15");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
