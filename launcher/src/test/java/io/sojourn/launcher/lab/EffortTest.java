// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffortTest {
    @TempDir
    private Path root;

    /** 100e9 / 8 / 1500 x 3600 = 3e10 datagrams over two hops. */
    @Test
    void hourOf100GbitIsRefusedWithHowMuchItIs() {
        assertThatThrownBy(() -> warnings("1h", "{ udp: { rate: 100Gbit }, forward: [wan, far] }"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("duration: 60,000,000,000 packets times hops that they pass; must be at most"
                        + " 100,000,000; run shorter, at lower rates, or with fewer flows");
    }

    /** 1000 flows of 400 Mbit/s are 33,333,333 packets a second: 3 s are at the limit, and 5.9 s with as long pauses below. */
    @Test
    void datagramsAreCountedWhileTheyAreSent() throws IOException {
        String flood = "{ count: 1000, udp: { rate: 400Mbit%s }, forward: [wan], start: 1s, stop: %dms }";

        assertThat(warnings("1h", flood.formatted("", 4_000))).isEmpty();
        assertThatThrownBy(() -> warnings("1h", flood.formatted("", 4_001)))
                .hasMessageContaining("100,033,333 packets");
        assertThat(warnings("1h", flood.formatted(", on: 1ms, off: 1ms", 6_900)))
                .isEmpty();
    }

    /** 20 Mbit/s are 1666.7 packets a second; with the two hops forth and one back 18 million passes an hour. */
    @Test
    void flowsBehindOneHopAreNotMoreThanItCarries() throws IOException {
        assertThat(warnings("1h", "{ count: 1000, tcp: {}, forward: [wan, far], back: [far] }"))
                .isEmpty();
    }

    /** 4096 segments each 2 ms are 24.6 Gbit/s, if nothing is slower. */
    @Test
    void tcpThatMayTakeTooLongIsWarnedOf() throws IOException {
        String wide = "{ tcp: { window: 6MB }, forward: [far], back: [far] }";

        assertThat(warnings("1h", wide)).singleElement().satisfies(warning -> {
            assertThat(warning.path()).isEqualTo("duration");
            assertThat(warning.value()).startsWith("perhaps 14,").endsWith(" packets times hops that they pass");
        });
        assertThat(warnings("20s", wide)).isEmpty();
    }

    @Test
    void echoRequestsPassBothWays() {
        assertThatThrownBy(() -> warnings(
                        "1h", "{ count: 1000, ping: { interval: 10ms }, forward: [wan, far], back: [far, wan] }"))
                .hasMessageContaining("duration: 1,440,000,000 packets");
    }

    private List<YamlProblem> warnings(String duration, String flows) throws IOException {
        Path folder = Files.createDirectories(root.resolve("lab"));
        return ScenarioReader.read(Files.writeString(
                        folder.resolve("scenario.yaml"), """
                scenario: lab
                title: Much to do
                duration: %s
                hops:
                  wan: { box: { link: { queue: { discipline: fifo, limit: 100p }, rate: 20Mbit } } }
                  far: { line: { delay: 1ms } }
                flows:
                  flow: %s
                cases:
                  base: {}
                """.formatted(duration.replace("1h", "60min"), flows)))
                .warnings()
                .stream()
                .filter(warning -> warning.path().equals("duration"))
                .toList();
    }
}
