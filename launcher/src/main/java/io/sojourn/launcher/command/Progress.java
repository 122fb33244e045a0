// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.telemetry.SampleBatch;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * One line that is written over while something takes long, no wider than the terminal; silent where nobody looks. Safe for
 * use by several threads.
 */
final class Progress {
    private static final int USUAL_COLUMNS = 80;
    private static final long BETWEEN_NANOS = 250_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final int columns;
    private final LongSupplier nanoTime;
    private long firstMillis;
    private long ranNanos;
    private boolean hasRun;
    private int writtenColumns;

    /** The start script knows whether the error stream is a terminal, and how wide; Java does not. */
    Progress(PrintWriter err) {
        this(
                err,
                Boolean.getBoolean("sojourn.terminal"),
                Integer.getInteger("sojourn.columns", USUAL_COLUMNS),
                System::nanoTime);
        if (shown) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "progress"));
        }
    }

    /** @param nanoTime a clock that never goes back */
    Progress(PrintWriter err, boolean shown, int columns, LongSupplier nanoTime) {
        this.err = err;
        this.shown = shown;
        this.columns = columns;
        this.nanoTime = nanoTime;
    }

    synchronized void sent(SampleBatch batch) {
        if (firstMillis == 0) {
            firstMillis = batch.startMillis();
        }
        say("sent " + (batch.endMillis() - firstMillis) / 1_000 + " s of the recording");
    }

    void waiting(String forWhat) {
        say("waiting for " + forWhat);
    }

    /** May be called as often as one likes: a few times a second it is written. */
    synchronized void ran(String howFar) {
        long nowNanos = nanoTime.getAsLong();
        if (hasRun && nowNanos - ranNanos < BETWEEN_NANOS) {
            return;
        }
        hasRun = true;
        ranNanos = nowNanos;
        say(howFar);
    }

    /** Clears the line. */
    synchronized void done() {
        if (writtenColumns > 0) {
            write("");
            err.print("\r");
            err.flush();
        }
    }

    /** Leaves the line as it is, when the program ends in the middle of it: what the shell says comes below. */
    synchronized void leave() {
        if (writtenColumns > 0) {
            err.println();
            err.flush();
            writtenColumns = 0;
        }
    }

    private synchronized void say(String text) {
        if (shown) {
            write("sojourn: " + text);
        }
    }

    /** The last column stays free: there some terminals begin a new line. */
    private void write(String text) {
        String line = text.substring(0, Math.min(text.length(), Math.max(0, columns - 1)));
        err.print("\r" + line + " ".repeat(Math.max(0, writtenColumns - line.length())));
        err.flush();
        writtenColumns = line.length();
    }
}
