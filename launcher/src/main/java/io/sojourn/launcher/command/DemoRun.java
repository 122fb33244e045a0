// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.DataFolder;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * What runs in a demonstration and is to be closed, from the end of its story or from a signal. A temporary folder is
 * deleted then; of one whose story did not come about the log stays.
 */
final class DemoRun {
    private static final String LOG_FOLDER = "log";

    private final DataFolder folder;
    private final boolean isTemporary;
    private final PrintWriter err;
    private @Nullable AutoCloseable process;
    private @Nullable AutoCloseable node;
    private boolean keepsLog;
    private volatile boolean closing;

    /** @param folder that the caller has locked */
    DemoRun(DataFolder folder, boolean isTemporary, PrintWriter err) {
        this.folder = folder;
        this.isTemporary = isTemporary;
        this.err = err;
    }

    synchronized void process(AutoCloseable started) {
        process = started;
    }

    synchronized void node(AutoCloseable started) {
        node = started;
    }

    /** From now on somebody may want to read the log, or no longer. */
    synchronized void keepLog(boolean keep) {
        keepsLog = keep;
    }

    boolean isClosing() {
        return closing;
    }

    synchronized void close() {
        if (closing) {
            return;
        }
        closing = true;
        close("the node", node);
        close("all else", process);
        folder.close();
        if (keepsLog) {
            err.println("sojourn: the log is " + folder.path(LOG_FOLDER + "/sojourn.log")
                    + (isTemporary ? "; all else in that folder is deleted" : ""));
        }
        delete();
        err.flush();
    }

    /** A clean stop is exit code 0, which only halting gives from a hook. */
    void closeAndHalt() {
        try {
            keepLog(false);
            close();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private void close(String what, @Nullable AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception e) {
            err.println("sojourn: " + what + " did not end well: " + e.getMessage());
        }
    }

    private void delete() {
        try {
            if (isTemporary && keepsLog) {
                folder.deleteAllBut(LOG_FOLDER);
            } else if (isTemporary) {
                DataFolder.deleteTree(folder.path(""));
            }
        } catch (UncheckedIOException e) {
            err.println("sojourn: " + folder.path("") + " could not be deleted: " + e.getMessage());
        }
    }
}
