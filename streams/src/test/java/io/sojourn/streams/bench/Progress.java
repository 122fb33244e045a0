// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

/** What the benchmark is at, on the error stream: one line a step, which on a terminal moves. */
final class Progress {
    private static final boolean TERMINAL = Boolean.getBoolean("sojourn.terminal");

    private final int steps;
    private int step;
    private String name = "";

    Progress(int steps) {
        this.steps = steps;
    }

    /** The next step begins. */
    void next(String what) {
        step++;
        name = String.format("[%d/%d] %s", step, steps, what);
        show(TERMINAL ? "\r" + name : name + "\n");
    }

    /** How far it is; on a terminal only. */
    void at(String state) {
        if (TERMINAL) {
            show(String.format("\r%s: %-40s", name, state));
        }
    }

    /** The step is done, and what came of it. */
    void done(String result) {
        show(TERMINAL ? String.format("\r%s: %-40s%n", name, result) : "      " + result + "\n");
    }

    private static void show(String text) {
        System.err.print(text);
        System.err.flush();
    }
}
