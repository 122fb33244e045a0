// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code node} says without a broker. */
class NodeCommandTest {
    private static final String CAPTURE =
            TestData.examples().resolve("A-policer-bpf.cubic/client.pcap.zst").toString();
    private static final String POLICED =
            TestData.root().resolve("examples/node/policed-20mbit.yaml").toString();

    @TempDir
    private Path temp;

    @Test
    void dryRunNeedsNoBrokerAndEndsWithARowForEachQueue() throws IOException {
        Path policy = Files.writeString(temp.resolve("two.yaml"), """
                node: n
                links:
                  - name: shaped
                    rate: 10Mbit
                    queue: { discipline: fifo, limit: 50p }
                  - { name: quiet, rate: 1Mbit, queue: fifo }
                rules:
                  - { match: { destination: 10.77.2.0/24 }, class: shaped }
                """);

        Cli cli = Cli.run("node", "--dry-run", "--capture", CAPTURE, "--policy", policy.toString());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        List<String> lines = cli.out().lines().toList();
        assertThat(lines).hasSize(4).allMatch(line -> line.length() <= 100);
        assertThat(lines.get(0)).startsWith("QUEUE ").contains("OFFERED", "SENT", "DROPPED", "MARKED", "DELAY p50");
        // 10 Mbit/s carry 825 packets of 1514 bytes a second; 50 of them wait 60 ms.
        assertThat(lines.get(1)).startsWith("shaped ").contains(" tail").containsPattern("(59|60|61)\\.\\d\\d ms");
        assertThat(lines.get(2)).startsWith("quiet ").contains("no data").endsWith("0p");
        assertThat(lines.get(3)).contains("58319 packets in 1 pass, ", "dry run");
    }

    @Test
    void jsonHasTheSameTotalsAndTheyAddUp() throws IOException {
        Cli cli = Cli.run("node", "--dry-run", "--json", "--passes", "2", "--capture", CAPTURE, "--policy", POLICED);

        JsonNode report = Wire.json().readTree(cli.out());
        JsonNode queue = report.path("queues").path(0);
        long dropped = queue.path("droppedPackets").path("policed").asLong();
        assertThat(report.path("packets").asLong()).isEqualTo(2 * 58_319);
        assertThat(report.path("passes").asLong()).isEqualTo(2);
        assertThat(queue.path("queue").asText()).isEqualTo("wan0");
        assertThat(dropped).isPositive();
        assertThat(queue.path("offeredPackets").asLong())
                .isEqualTo(queue.path("sentPackets").asLong() + dropped)
                .isEqualTo(report.path("packets").asLong()
                        - report.path("unmatchedPackets").asLong());
        assertThat(queue.path("delayNanos").path("count").asLong())
                .isEqualTo(queue.path("sentPackets").asLong());
    }

    @Test
    void captureThatIsNoneIsOneLineAndExit2() throws IOException {
        Path text = Files.writeString(temp.resolve("notes.pcap"), "this is not a capture\n");

        for (String bad : List.of(temp.resolve("missing.pcap").toString(), temp.toString(), text.toString())) {
            Cli cli = Cli.run("node", "--capture", bad, "--policy", POLICED, "--bootstrap", "127.0.0.1:1");
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("sojourn: ")
                    .contains(bad);
        }
        assertThat(Cli.run("node", "--capture", "missing.pcap", "--policy", POLICED)
                        .err())
                .contains("--capture missing.pcap is not there");
    }

    @Test
    void everyLineOfARefusalBearsTheProgramsName() throws IOException {
        Path wrong = Files.writeString(temp.resolve("wrong.yaml"), """
                node: n
                links: [ { name: wan, rate: 0bit, queue: { discipline: fifo, limt: 5p } } ]
                """);

        Cli cli = Cli.run("node", "--dry-run", "--capture", CAPTURE, "--policy", wrong.toString());

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(2).allMatch(line -> line.startsWith("sojourn: " + wrong));
    }
}
