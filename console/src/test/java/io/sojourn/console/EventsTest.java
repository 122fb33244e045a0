// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class EventsTest {
    private static final long END_MILLIS = 1_700_000_000_000L;

    private final Seed seed = new Seed(END_MILLIS);
    private final ConsoleConfig config = new ConsoleConfig("127.0.0.1", 0, Set.of(), 4, 3, 20);
    private final Console console = new Console(config, seed.data, new FakeDesk(seed.data, END_MILLIS), List::of);

    @BeforeEach
    void start() throws Exception {
        console.start();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void newPageIsAskedToReadEverythingAndThenToldOnlyWhatChanged() throws Exception {
        try (Page page = new Page("")) {
            assertThat(page.next().name()).isEqualTo("reset");
            assertThat(page.next().data().get("queues")).hasSize(5);
            addWindow("core-2", "uplink");
            Event change = page.next();
            assertThat(change.name()).isEqualTo("changes");
            assertThat(change.data().get("queues")).hasSize(1);
            assertThat(change.data().at("/queues/0/key").asText()).isEqualTo("core-2/uplink");
            assertThat(change.data().has("recommendations")).isFalse();
        }
    }

    @Test
    void pageThatComesBackGetsWhatItMissed() throws Exception {
        String last;
        try (Page watcher = new Page("")) {
            watcher.next();
            last = watcher.next().id();
            addWindow("core-2", "uplink");
            String newest = watcher.next().id();
            try (Page back = new Page(last)) {
                Event missed = back.next();
                assertThat(missed.id()).isEqualTo(newest);
                assertThat(missed.data().at("/queues/0/key").asText()).isEqualTo("core-2/uplink");
            }
            try (Page stranger = new Page("1-7")) {
                assertThat(stranger.next().name()).isEqualTo("reset");
            }
        }
    }

    @Test
    void onePageTooManyIsToldSo() throws Exception {
        try (Page a = new Page("");
                Page b = new Page("");
                Page c = new Page("")) {
            a.next();
            b.next();
            c.next();
            Raw fourth = Raw.send(console.address(), "GET /api/events HTTP/1.1\r\nHost: localhost\r\n", "");
            assertThat(fourth.status()).isEqualTo(503);
            assertThat(Wire.json().readTree(fourth.body()).get("bound").asText())
                    .isEqualTo("at most 3");
        }
    }

    @Test
    void pageThatDoesNotReadIsDroppedAndTheOthersGoOn() throws Exception {
        try (Page slow = new Page("");
                Page quick = new Page("")) {
            slow.next();
            quick.next();
            // A finding tells it twice: 0.8 MB a message, of which no socket holds more than a few.
            for (int version = 1; version <= 40; version++) {
                tellLoudly(version);
                quick.next();
            }
            Awaitility.await().untilAsserted(() -> assertThat(slow.isDropped()).isTrue());
        }
    }

    @Test
    void closeEndsWithinTwoSecondsWithLivePagesOpen() throws Exception {
        try (Page a = new Page("");
                Page b = new Page("")) {
            a.next();
            b.next();
            long before = System.nanoTime();
            console.close();
            assertThat(System.nanoTime() - before).isLessThan(2_000_000_000L);
            Awaitility.await().until(a::isDropped);
        }
    }

    @Test
    void storeThatIsDownLeavesThePageOpen() throws Exception {
        try (Page page = new Page("")) {
            page.next();
            page.next();
            seed.data.down = true;
            seed.data.down = false;
            addWindow("core-2", "uplink");
            assertThat(page.next().name()).isEqualTo("changes");
        }
    }

    private void addWindow(String node, String queue) {
        seed.data.windows.add(seed.window(node, queue, Seed.Kind.CALM, Clocking.LIVE, END_MILLIS, 1));
    }

    private void tellLoudly(int version) {
        Finding first = seed.data.findings.get(0);
        seed.data.findings.set(
                0,
                new Finding(
                        1,
                        first.id(),
                        first.node(),
                        first.queue(),
                        first.state(),
                        version + 1,
                        first.cause(),
                        null,
                        0.5,
                        first.sinceMillis(),
                        first.observedMillis() + version,
                        null,
                        List.of(),
                        version + "x".repeat(400_000)));
    }

    private record Event(String id, String name, JsonNode data) {}

    /** Reads events as a browser does. */
    private final class Page implements AutoCloseable {
        private final Socket socket =
                new Socket(console.address().getHost(), console.address().getPort());
        private final BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

        Page(String lastEventId) throws IOException {
            socket.setSoTimeout(10_000);
            String last = lastEventId.isEmpty() ? "" : "Last-Event-ID: " + lastEventId + "\r\n";
            String request = "GET /api/events HTTP/1.0\r\nHost: localhost\r\n" + last + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }

        Event next() throws IOException {
            String id = "";
            String name = "";
            while (true) {
                String line = reader.readLine();
                if (line == null) {
                    throw new IOException("the stream ended");
                }
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    return new Event(id, name, Wire.json().readTree(line.substring(6)));
                }
            }
        }

        boolean isDropped() {
            try {
                while (reader.readLine() != null) {
                    // What was in flight when it was dropped.
                }
                return true;
            } catch (IOException reset) {
                return !(reset instanceof SocketTimeoutException);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
