// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import java.util.Optional;

/** A part of the one process: started once, asked how it is, closed once. */
final class Part {
    /** Something that can fail with any exception. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Says what is wrong; empty when nothing is. */
    @FunctionalInterface
    interface Check {
        Optional<String> problem();
    }

    private final String name;
    private final Step start;
    private final Check check;
    private final Step close;
    private volatile boolean started;

    Part(String name, Step start, Check check, Step close) {
        this.name = name;
        this.start = start;
        this.check = check;
        this.close = close;
    }

    String name() {
        return name;
    }

    void start() throws Exception {
        started = true;
        start.run();
    }

    Optional<String> problem() {
        return started ? check.problem() : Optional.of("starting");
    }

    void close() throws Exception {
        if (started) {
            started = false;
            close.run();
        }
    }
}
