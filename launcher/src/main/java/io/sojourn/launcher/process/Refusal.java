// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

/** Ends a command with one line for people and an exit code; no stack trace. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** It found what it was asked to alarm on, or a node refused. */
    public static final int ALARM = 1;

    /** The command line or a file is wrong. */
    public static final int WRONG_INPUT = 2;

    /** Something it needs is not there. */
    public static final int MISSING = 3;

    private final int exitCode;

    private Refusal(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** @param line what, where, the bound and the mend */
    public static Refusal wrongInput(String line) {
        return new Refusal(WRONG_INPUT, line);
    }

    /** @param line what is not there, and how to get it */
    public static Refusal missing(String line) {
        return new Refusal(MISSING, line);
    }

    public int exitCode() {
        return exitCode;
    }
}
