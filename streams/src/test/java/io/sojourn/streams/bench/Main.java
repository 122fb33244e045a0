// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.util.List;
import java.util.Set;

/** How each benchmark begins and ends: 0 when it was measured, 2 when the command line is wrong, 3 when it can't be. */
final class Main {
    private static final int WRONG_COMMAND_LINE = 2;
    private static final int NOT_POSSIBLE = 3;

    private Main() {}

    interface Body {
        void run() throws Exception;
    }

    static Options options(String name, List<Integer> queues, Set<String> known, String... arguments) {
        // The library that Kafka logs to has nowhere to put it here, and would say so.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        try {
            return Options.parse(name, queues, known, arguments);
        } catch (BenchFailure wrong) {
            System.err.println("sojourn: " + wrong.getMessage());
            System.exit(WRONG_COMMAND_LINE);
            throw wrong;
        }
    }

    static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            System.err.println("\nsojourn: " + (e instanceof BenchFailure ? e.getMessage() : e));
            System.exit(NOT_POSSIBLE);
        }
        System.exit(0);
    }
}
