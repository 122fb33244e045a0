// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter written = new StringWriter();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);

    @Test
    void runsTellHowMuchVirtualTimeOfAllOfThemIsOver() {
        LabProgress runs = new LabProgress(progress(80), "small", 2, 4_000_000_000L);
        later(300);
        runs.passed(1_500_000_000L);
        later(300);
        runs.done(1);

        assertThat(lines())
                .containsExactly(
                        "",
                        "sojourn: small: 0 of 2 runs, 0.0 of 4.0 s of virtual time",
                        "sojourn: small: 0 of 2 runs, 1.5 of 4.0 s of virtual time",
                        "sojourn: small: 1 of 2 runs, 1.5 of 4.0 s of virtual time");
    }

    @Test
    void lineIsWrittenAFewTimesASecondHoweverOftenItIsTold() {
        LabProgress runs = new LabProgress(progress(80), "small", 1, 1_000_000_000L);
        for (int milli = 0; milli < 1_000; milli++) {
            later(1);
            runs.passed(1_000_000);
        }

        assertThat(lines()).hasSize(1 + 1 + 4);
    }

    @Test
    void whatHasNoVirtualTimeTellsOfItsRuns() {
        var unused = new LabProgress(progress(80), "cost", 1, 0);

        assertThat(lines()).containsExactly("", "sojourn: cost: 0 of 1 runs");
    }

    @Test
    void lineLeavesTheLastColumnFreeAndCoversTheOneBefore() {
        Progress progress = progress(20);
        progress.waiting("anything that comes");
        later(300);
        progress.ran("3 of 4");

        assertThat(lines()).containsExactly("", "sojourn: waiting fo", "sojourn: 3 of 4    ");
    }

    @Test
    void lineIsClearedAtTheEndAndLeftWhenTheProgramIsStopped() {
        Progress progress = progress(80);
        progress.ran("1");
        progress.done();
        progress.leave();
        assertThat(written).hasToString("\rsojourn: 1\r          \r");

        later(300);
        progress.ran("2");
        progress.leave();
        assertThat(written.toString()).endsWith("\rsojourn: 2" + System.lineSeparator());
    }

    @Test
    void nothingIsWrittenWhereNobodyLooks() {
        Progress progress = new Progress(new PrintWriter(written), false, 80, nanos::get);
        progress.ran("1");
        progress.leave();
        progress.done();

        assertThat(written.toString()).isEmpty();
    }

    private Progress progress(int columns) {
        return new Progress(new PrintWriter(written), true, columns, nanos::get);
    }

    private void later(int millis) {
        nanos.addAndGet(millis * 1_000_000L);
    }

    private String[] lines() {
        return written.toString().split("\r", -1);
    }
}
