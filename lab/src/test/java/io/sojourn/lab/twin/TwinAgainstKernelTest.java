// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The forecast beside recorded runs of a Linux kernel, and the document about it.
 *
 * <p>After a change of the model {@code -Dsojourn.writeDocs=true} writes the table anew.
 */
class TwinAgainstKernelTest {
    private static final KernelTable TABLE = KernelTable.of(KernelRun.all());
    private static final String BEGIN = "<!-- table -->\n";
    private static final String END = "\n<!-- end of table -->";

    @Test
    void medianErrorIsWithin5PercentOfGoodput20PercentOfP95DelayAnd2PointsOfLoss() {
        assertThat(TABLE.medianError(KernelTable.GOODPUT)).isLessThan(5);
        assertThat(TABLE.medianError(KernelTable.P95)).isLessThan(20);
        assertThat(TABLE.medianError(KernelTable.LOSS)).isLessThan(2);
    }

    @Test
    void rangeHoldsWhatTheKernelDidInNineOfTenRuns() {
        assertThat(TABLE.coverage(KernelTable.GOODPUT)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.P50)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.P95)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.LOSS)).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void documentHasTheTable() throws IOException {
        Path document = TestData.root().resolve("docs/85-twin-against-the-kernel.md");
        String text = Files.readString(document);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String after = text.substring(text.indexOf(END));
        if (Boolean.getBoolean("sojourn.writeDocs")) {
            Files.writeString(document, before + TABLE.markdown() + after);
        }
        assertThat(Files.readString(document)).isEqualTo(before + TABLE.markdown() + after);
    }
}
