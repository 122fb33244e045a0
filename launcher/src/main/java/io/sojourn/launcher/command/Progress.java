// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.telemetry.SampleBatch;
import java.io.PrintWriter;

/** One line that is written over while something takes long; silent where nobody looks. */
final class Progress {
    private final PrintWriter err;
    /** The start script knows whether the error stream is a terminal; Java does not. */
    private final boolean shown = Boolean.getBoolean("sojourn.terminal");

    private long firstMillis;

    Progress(PrintWriter err) {
        this.err = err;
    }

    void sent(SampleBatch batch) {
        if (firstMillis == 0) {
            firstMillis = batch.startMillis();
        }
        say("sent " + (batch.endMillis() - firstMillis) / 1_000 + " s of the recording");
    }

    void waiting(String forWhat) {
        say("waiting for " + forWhat);
    }

    void ran(int done, int of, String what) {
        say(what + ": " + done + " of " + of + " runs");
    }

    /** Clears the line. */
    void done() {
        say("");
        if (shown) {
            err.print("\r");
            err.flush();
        }
    }

    private void say(String text) {
        if (shown) {
            err.printf("\r%-78s", text.isEmpty() ? "" : "sojourn: " + text);
            err.flush();
        }
    }
}
