// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of {@code up}: start, second start, stop, crash. */
class UpTest {
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);
    private static final String RUN = "A-policer-bpf.cubic";

    @TempDir
    private Path temp;

    @Test
    void startsOnceAFolderAndStopsCleanlyOnSigterm() throws Exception {
        int broker = EmbeddedBroker.freePort();
        int console = EmbeddedBroker.freePort();
        try (SojournProcess up = up("data", broker, console)) {
            awaitReady(up);
            assertThat(up.output()).contains("http://127.0.0.1:" + console + "/", "127.0.0.1:" + broker);

            try (SojournProcess sameFolder = up("data", 0, 0)) {
                assertThat(sameFolder.exitCode(60)).isEqualTo(2);
                assertThat(sameFolder.output().lines())
                        .singleElement()
                        .asString()
                        .contains("in use", "another folder");
            }
            try (SojournProcess takenPort = up("other", broker, 0)) {
                assertThat(takenPort.exitCode(60)).isEqualTo(3);
                assertThat(takenPort.output().lines())
                        .singleElement()
                        .asString()
                        .contains("--broker-port " + broker);
            }

            assertThat(up.terminate(30)).isZero();
        }
    }

    @Test
    void killedInTheMiddleOfAReplayItLosesNothingAndRepeatsNothing() throws Exception {
        Map<String, String> uninterrupted = windowsOfWholeReplay();
        int broker = EmbeddedBroker.freePort();
        int console = EmbeddedBroker.freePort();

        try (SojournProcess first = up("crash", broker, console)) {
            awaitReady(first);
            // Real time: half of the run is still to come when the half that is through has left the store.
            SojournProcess replay = replay("crash", "4");
            await().atMost(READY_WITHIN).until(() -> windows(console).size() >= 6);
            first.kill();
            replay.close();
        }
        try (SojournProcess second = up("crash", broker, console)) {
            awaitReady(second);
            try (SojournProcess replay = replay("crash", "0")) {
                assertThat(replay.exitCode(120)).as(replay.output()).isZero();
            }
            await().atMost(READY_WITHIN)
                    .untilAsserted(() -> assertThat(windows(console)).isEqualTo(uninterrupted));
            second.terminate(30);
        }
    }

    private Map<String, String> windowsOfWholeReplay() throws Exception {
        int console = EmbeddedBroker.freePort();
        try (SojournProcess up = up("whole", 0, console)) {
            awaitReady(up);
            try (SojournProcess replay = replay("whole", "0")) {
                assertThat(replay.exitCode(120)).as(replay.output()).isZero();
            }
            Map<String, String> windows = windows(console);
            assertThat(windows).hasSizeGreaterThan(20);
            up.terminate(30);
            return windows;
        }
    }

    private SojournProcess up(String data, int broker, int console) throws IOException {
        return SojournProcess.start(
                "up",
                "--data",
                temp.resolve(data).toString(),
                "--broker-port",
                Integer.toString(broker),
                "--console-port",
                Integer.toString(console));
    }

    private SojournProcess replay(String data, String speed) throws IOException {
        return SojournProcess.start(
                "replay",
                TestData.examples().resolve(RUN).toString(),
                "--data",
                temp.resolve(data).toString(),
                "--speed",
                speed);
    }

    private static void awaitReady(SojournProcess up) {
        await().atMost(READY_WITHIN).until(() -> {
            assertThat(up.isAlive()).as(up.output()).isTrue();
            return up.hasPrinted("is ready,");
        });
    }

    /** Every window of the run's queue, by size and start; two of one start would make the sizes differ. */
    private static Map<String, String> windows(int console) {
        Map<String, String> windows = new TreeMap<>();
        for (String size : List.of("1s", "10s", "1m")) {
            Http.get(
                            URI.create("http://127.0.0.1:" + console),
                            "/api/windows?limit=1000&node=" + RUN + "&queue=rk_r1&size=" + size)
                    .path("windows")
                    .forEach(window -> {
                        String before = windows.put(
                                size + "@" + window.path("startMillis").asText(), window.toString());
                        assertThat(before).as("a second window of one start").isNull();
                    });
        }
        return windows;
    }
}
