// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The forecast beside recorded runs of a Linux kernel, and the document about it.
 *
 * <p>After a change of the model {@code -Dsojourn.writeDocs=true} writes the table anew.
 */
class TwinAgainstKernelTest {
    private static final KernelTable TABLE = KernelTable.of(KernelRun.all());

    @Test
    void medianErrorIsWithin5PercentOfGoodput20PercentOfP95DelayAnd2PointsOfLoss() {
        assertThat(TABLE.medianError(KernelTable.GOODPUT)).isLessThan(5);
        assertThat(TABLE.medianError(KernelTable.P95)).isLessThan(20);
        assertThat(TABLE.medianError(KernelTable.LOSS)).isLessThan(2);
    }

    @Test
    void rangeHoldsWhatTheKernelDidInNineOfTenRuns() {
        assertThat(TABLE.coverage(KernelTable.GOODPUT)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.MEAN)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.P50)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.P95)).isGreaterThanOrEqualTo(0.9);
        assertThat(TABLE.coverage(KernelTable.LOSS)).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void rangesOfGoodputAndDelayFittedOnOneCongestionControlHoldForTheOther() {
        for (HoldOut holdOut : List.of(HoldOut.of(TABLE, "cubic", "reno"), HoldOut.of(TABLE, "reno", "cubic"))) {
            assertThat(holdOut.tried().coverage(KernelTable.GOODPUT)).isGreaterThan(0.85);
            assertThat(holdOut.tried().coverage(KernelTable.MEAN, KernelTable.P50))
                    .isGreaterThan(0.85);
            assertThat(holdOut.tried().coverage(KernelTable.P95)).isGreaterThan(0.85);
        }
    }

    @Test
    void noRecordedRunIsRefused() {
        assertThat(KernelRun.all())
                .allSatisfy(run -> assertThat(Refusals.beforehand(run.input())).isEmpty());
    }

    @Test
    void documentHasTheTables() throws IOException {
        Path document = TestData.root().resolve("docs/85-twin-against-the-kernel.md");
        String text = Files.readString(document);
        String written = put("hold-out", HoldOut.markdown(TABLE), put("table", TABLE.markdown(), text));
        if (Boolean.getBoolean("sojourn.writeDocs")) {
            Files.writeString(document, written);
        }
        assertThat(Files.readString(document)).isEqualTo(written);
    }

    /** Between its marks. */
    private static String put(String name, String table, String text) {
        String begin = "<!-- " + name + " -->\n";
        String end = "\n<!-- end of " + name + " -->";
        return text.substring(0, text.indexOf(begin) + begin.length()) + table + text.substring(text.indexOf(end));
    }
}
