// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs of a real kernel through collector, fold and detectors, against what the network was set up to do. */
class VerdictsOnRecordedRunsTest {
    /** Causes of the vocabulary that this release has no detector for: it must say UNKNOWN. */
    private static final Set<String> UNNAMED = Set.of("REORDERING", "DEGRADED_LINK", "UNFAIR", "UNDERSIZED_QUEUE");

    private static final String CAPTURE = "client.pcap.zst";

    @TestFactory
    List<DynamicTest> folders() throws IOException {
        return runs(folder -> RecordedPipeline.bottleneck(RecordedPipeline.folder(folder)), 0.15, folder -> true);
    }

    @TestFactory
    List<DynamicTest> captures() throws IOException {
        return runs(
                folder -> RecordedPipeline.bottleneck(
                        RecordedPipeline.capture(folder.resolve(CAPTURE), String.valueOf(folder.getFileName()))),
                0.15,
                folder -> Files.exists(folder.resolve(CAPTURE)));
    }

    private interface Analysis {
        RunVerdict verdict(Path folder) throws IOException, InterruptedException;
    }

    /** @param bucketError of polled cells 100 ms wide: the start of a drain is known to half of one */
    private static List<DynamicTest> runs(Analysis analysis, double bucketError, Predicate<Path> which)
            throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        tests.addAll(runs(analysis, bucketError, which, TestData.examples(), TestData.examples()));
        Optional<Path> rig = TestData.shared().map(shared -> shared.resolve("rig"));
        if (rig.isPresent() && Files.isDirectory(rig.get().resolve("data"))) {
            tests.addAll(runs(analysis, bucketError, which, rig.get().resolve("data"), rig.get()));
        } else {
            tests.add(DynamicTest.dynamicTest("larger set", () -> assumeTrue(false, "no larger set of runs here")));
        }
        return tests;
    }

    private static List<DynamicTest> runs(
            Analysis analysis, double bucketError, Predicate<Path> which, Path data, Path expectations)
            throws IOException {
        JsonNode expected =
                Wire.json().readTree(expectations.resolve("expected.json").toFile());
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> folders = Files.list(data)) {
            folders.filter(Files::isDirectory)
                    .filter(which)
                    .sorted()
                    .forEach(folder -> tests.add(DynamicTest.dynamicTest(
                            String.valueOf(folder.getFileName()),
                            () -> check(analysis.verdict(folder), expectation(expected, folder), bucketError))));
        }
        return tests;
    }

    /** By run, or by scenario, whose runs differ in their congestion control. */
    private static JsonNode expectation(JsonNode expected, Path folder) {
        String name = String.valueOf(folder.getFileName());
        return expected.has("runs")
                ? expected.get("runs").get(name)
                : expected.get("scenarios").get(name.substring(0, name.lastIndexOf('.')));
    }

    private static void check(RunVerdict verdict, JsonNode expected, double bucketError) {
        List<String> accepted = new ArrayList<>();
        expected.get("accept").forEach(cause -> accepted.add(cause.asText()));
        if (UNNAMED.containsAll(accepted)) {
            accepted.add(Cause.UNKNOWN.name());
        }
        assertThat(verdict.cause().name()).isIn(accepted);
        JsonNode policer = expected.get("policer");
        PolicerEstimate estimate = verdict.finding().policer();
        if (policer != null && verdict.cause() == Cause.POLICED) {
            assertThat(estimate).isNotNull();
            double rate = policer.get("rateBitsPerSecond").asDouble();
            assertThat((double) estimate.rateBitsPerSecond()).isCloseTo(rate, within(0.05 * rate));
            double bucket = policer.get("bucketBytes").asDouble();
            assertThat((double) estimate.bucketBytes()).isCloseTo(bucket, within(bucketError * bucket));
        }
    }
}
