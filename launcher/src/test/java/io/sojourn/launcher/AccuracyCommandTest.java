// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole of {@code bench accuracy} over the project's own recorded runs. */
class AccuracyCommandTest {
    private static final String OWN = TestData.examples().toString();

    @TempDir
    private Path temp;

    @Test
    void everyVerdictOnTheProjectsOwnRunsIsRight() throws IOException {
        Cli cli = Cli.run("bench", "accuracy", "--json", OWN);
        JsonNode report = Wire.json().readTree(cli.out());

        assertThat(cli.exitCode()).isZero();
        assertThat(report.path("answers")).hasSize(8).allMatch(answer -> answer.path("isRight")
                .asBoolean());
        JsonNode total = report.path("groups").path(report.path("groups").size() - 1);
        assertThat(total.path("named").asInt()).isEqualTo(8);
        assertThat(total.path("recallRatio").asDouble()).isEqualTo(1);
        assertThat(total.path("falseAlarms").asInt()).isZero();
        assertThat(total.path("rateErrorRatio").path("count").asInt()).isEqualTo(2);
        assertThat(total.path("rateErrorRatio").path("p90").asDouble()).isLessThan(0.05);
        assertThat(total.path("bucketErrorRatio").path("p90").asDouble()).isLessThan(0.15);
        assertThat(total.path("secondsToPoliced").path("p50").asDouble()).isBetween(0.0, 20.0);
        assertThat(total.path("secondsToStanding").path("count").asInt()).isPositive();
    }

    @Test
    void textHasEveryTableAndNoMiss() {
        Cli cli = Cli.run("bench", "accuracy", "--only", "policer", OWN);

        assertThat(cli.out())
                .contains("VERDICTS", "ESTIMATES", "SECONDS TO THE VERDICT", "FALSE ALARMS", "Brier score", "MISSES: 0")
                .doesNotContain("bufferbloat");
    }

    @Test
    void halvesTogetherAreTheWhole() throws IOException {
        int choose = answers("choose");
        int report = answers("report");

        assertThat(choose).isPositive();
        assertThat(report).isPositive();
        assertThat(choose + report).isEqualTo(8);
    }

    private static int answers(String half) throws IOException {
        Cli cli = Cli.run("bench", "accuracy", "--json", "--split", half, OWN);
        return Wire.json().readTree(cli.out()).path("answers").size();
    }

    @Test
    void unknownKindIsRefusedNamingThoseThereAre() {
        Cli cli = Cli.run("bench", "accuracy", "--only", "tunnel", OWN);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err())
                .contains("--only: no recording of kind tunnel; must be one of bufferbloat, healthy, policer");
    }

    @Test
    void recordingThatIsMissingIsNamedAndMakesTheExitCode() throws IOException {
        Files.writeString(
                temp.resolve("truth.csv"),
                "trace,kind,rate_bps,bucket_bytes,rtt_ms,cross_traffic\ngone.pcap,policer,1,1,1,0\n");

        Cli cli = Cli.run("bench", "accuracy", temp.toString());

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("gone.pcap cannot be read");
        assertThat(cli.out()).contains("NOT READ: 1");
    }
}
