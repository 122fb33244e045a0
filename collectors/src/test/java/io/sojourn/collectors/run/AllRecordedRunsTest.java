// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.testkit.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every run of the larger set, where there is one. */
final class AllRecordedRunsTest {
    @Test
    void everyRunIsReadWithoutRejectsAndItsTableIsWritten() throws Exception {
        Optional<Path> shared = TestData.shared().map(path -> path.resolve("rig/data"));
        assumeTrue(
                shared.isPresent() && Files.isDirectory(shared.get()),
                "no larger set of recorded runs beside the project");
        SoftAssertions softly = new SoftAssertions();
        List<String> table = new ArrayList<>(List.of(RunSummary.heading()));
        try (Stream<Path> runs = Files.list(shared.get())) {
            for (Path run : runs.filter(Files::isDirectory).sorted().toList()) {
                RunSummary summary = RunSummary.of(run);
                table.add(summary.row());
                assertPlausible(
                        softly,
                        summary,
                        new ObjectMapper().readTree(run.resolve("summary.json").toFile()));
            }
        }
        Files.write(Path.of("target/recorded-runs.md"), table);
        softly.assertAll();
    }

    /** Against what the run's own summary says, made from both captures and the kernel's counters. */
    private static void assertPlausible(SoftAssertions softly, RunSummary summary, JsonNode measured) {
        softly.assertThat(summary.rejects()).as(summary.run()).isZero();
        // There the shaper stands at the client, and the summary counts the router's drops.
        if (!summary.run().startsWith("H-adsl-down-shaped")) {
            assertDrops(softly, summary, measured.path("router"));
        }
        // Alternating over paths of 5 and 25 ms, the middle is a matter of which acknowledgments count: 5.5 to 27 ms.
        if (!summary.run().equals("G-two-paths-degraded.cubic")) {
            assertRoundTrip(softly, summary, measured);
        }
    }

    private static void assertDrops(SoftAssertions softly, RunSummary summary, JsonNode router) {
        long dropped = router.path("policed_pkts").asLong()
                + router.path("queue_drops").asLong();
        // The kernel's counters are polled ten times a second, the firewall's once: the end of the flood falls between.
        softly.assertThat(summary.dropsOfAllQueues())
                .as(summary.run() + " drops")
                .isCloseTo(dropped, within(Math.round(0.005 * dropped)));
    }

    private static void assertRoundTrip(SoftAssertions softly, RunSummary summary, JsonNode measured) {
        double fromSockets = measured.path("ss").path("srtt_ms").path("p50").asDouble(-1);
        double fromCapture =
                measured.path("wire").path("rtt_ack_ms").path("p50").asDouble(-1);
        softly.assertThat(summary.rttP50Millis())
                .as(summary.run() + " RTT P50, sockets " + fromSockets + ", capture " + fromCapture)
                .satisfiesAnyOf(
                        rtt -> assertThat(rtt).isCloseTo(fromSockets, withinPercentage(15)),
                        rtt -> assertThat(rtt).isCloseTo(fromCapture, withinPercentage(15)));
    }
}
