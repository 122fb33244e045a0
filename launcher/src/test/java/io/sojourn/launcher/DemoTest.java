// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sojourn.launcher.process.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole story over a real broker, Kafka Streams, Flink and the store, at three times real time. */
class DemoTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path temp;

    @Test
    void policerAndStandingQueueAreFoundCuredAndVerified() throws Exception {
        try (SojournProcess demo = demo("--once")) {
            awaitPrinted(demo, "Part 2");
            await().atMost(PATIENCE).untilAsserted(() -> {
                Cli settings =
                        Cli.run("settings", "--data", temp.resolve("data").toString());
                assertThat(settings.out())
                        .as(settings.err())
                        .contains("demo-1/customer-a", "SHAPER 20 Mbit/s", "APPLIED");
            });

            assertThat(demo.exitCode(120)).as(demo.output()).isZero();
            assertThat(demo.output())
                    .containsSubsequence(
                            "customer-a is POLICED",
                            "recommended",
                            "SHAPER 20 Mbit/s, burst 10 kB, limit 83 packets",
                            "predicted (twin)",
                            "customer-a is no longer POLICED",
                            "customer-b is BUFFERBLOAT",
                            "FQ_CODEL 20 Mbit/s",
                            "customer-b is no longer BUFFERBLOAT",
                            "customer-b is HEALTHY")
                    .doesNotContain("Exception");
        }
        try (DataFolder folder = new DataFolder(temp.resolve("data"))) {
            folder.lock();
        }
    }

    @Test
    void withAskNothingIsSetUnasked() throws Exception {
        try (SojournProcess demo = demo("--ask")) {
            awaitPrinted(demo, "your turn");

            assertThat(Cli.run("settings", "--data", temp.resolve("data").toString())
                            .out())
                    .doesNotContain("customer-a");
            assertThat(demo.terminate(30)).as(demo.output()).isZero();
            assertThat(demo.output()).doesNotContain("Exception", "stops at");
        }
    }

    private SojournProcess demo(String option) throws IOException {
        return SojournProcess.start(
                "demo",
                option,
                "--speed",
                "3",
                "--data",
                temp.resolve("data").toString(),
                "--broker-port",
                "0",
                "--console-port",
                "0");
    }

    private static void awaitPrinted(SojournProcess demo, String text) {
        await().atMost(PATIENCE).until(() -> {
            assertThat(demo.isAlive()).as(demo.output()).isTrue();
            return demo.hasPrinted(text);
        });
    }
}
