// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.WindowFigures;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/53-metrics.md defines what the records have: to mend it, write the row or take it out. */
class MetricsTableTest {
    private static final int COLUMNS = 7;

    @ParameterizedTest
    @ValueSource(
            classes = {QueueWindow.class, WindowFigures.class, Quantiles.class, FlowWindow.class, FlowSample.class})
    void everyComponentHasOneRowAndEveryRowAComponent(Class<? extends Record> record) throws IOException {
        List<String> components = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();

        assertThat(rows(record)).extracting(row -> row.get(0).replace("`", "")).containsExactlyElementsOf(components);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {QueueWindow.class, WindowFigures.class, Quantiles.class, FlowWindow.class, FlowSample.class})
    void everyRowFillsItsColumns(Class<? extends Record> record) throws IOException {
        assertThat(rows(record))
                .allSatisfy(
                        row -> assertThat(row).as(row.get(0)).hasSize(COLUMNS).allSatisfy(cell -> assertThat(cell)
                                .isNotBlank()));
    }

    private static List<List<String>> rows(Class<? extends Record> record) throws IOException {
        return Files.readString(TestData.root().resolve("docs/53-metrics.md"))
                .lines()
                .dropWhile(line -> !line.equals("## `" + record.getSimpleName() + "`"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                .toList();
    }
}
