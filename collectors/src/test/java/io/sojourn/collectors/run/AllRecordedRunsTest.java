// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sojourn.testkit.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every run of the larger set, where there is one. */
final class AllRecordedRunsTest {
    @Test
    void everyRunIsReadWithoutRejectsAndItsTableIsWritten() throws Exception {
        Optional<Path> shared = TestData.shared().map(path -> path.resolve("rig/data"));
        assumeTrue(
                shared.isPresent() && Files.isDirectory(shared.get()),
                "no larger set of recorded runs beside the project");
        List<String> table = new ArrayList<>(List.of(RunSummary.heading()));
        try (Stream<Path> runs = Files.list(shared.get())) {
            for (Path run : runs.filter(Files::isDirectory).sorted().toList()) {
                RunSummary summary = RunSummary.of(run);
                table.add(summary.row());
                assertThat(summary.rejects()).as(summary.run()).isZero();
            }
        }
        Files.write(Path.of("target/recorded-runs.md"), table);
    }
}
