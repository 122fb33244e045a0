// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.lab.Headway;
import java.util.Locale;

/** How far the runs of a scenario are, all together: they run side by side, and one may be much longer than another. */
final class LabProgress implements Headway, AutoCloseable {
    private static final double SECOND_NANOS = 1e9;

    private final Progress line;
    private final String scenario;
    private final int runs;
    private final long allNanos;
    private int done;
    private long passedNanos;

    /** @param allNanos virtual time of all runs; 0 when they have none */
    LabProgress(Progress line, String scenario, int runs, long allNanos) {
        this.line = line;
        this.scenario = scenario;
        this.runs = runs;
        this.allNanos = allNanos;
        tell();
    }

    @Override
    public synchronized void passed(long virtualNanos) {
        passedNanos += virtualNanos;
        tell();
    }

    @Override
    public synchronized void done(int ended) {
        done = ended;
        tell();
    }

    @Override
    public void close() {
        line.done();
    }

    private void tell() {
        line.ran(scenario + ": " + done + " of " + runs + " runs" + time());
    }

    private String time() {
        return allNanos == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.1f of %.1f s of virtual time",
                        passedNanos / SECOND_NANOS,
                        allNanos / SECOND_NANOS);
    }
}
