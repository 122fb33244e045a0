// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.WireFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What was asked for on the command line of one of the benchmarks.
 *
 * @param given values by option; of those without a value, empty
 * @param usualQueues when none are given
 */
record Options(Map<String, String> given, List<Integer> usualQueues) {
    /** Queues of a node. */
    static final int QUEUES_A_NODE = 200;

    /** The parts of {@code bench windows}. */
    static final List<String> PARTS = List.of("compare", "profile", "live", "memory");

    private static final Set<String> WITHOUT_VALUE = Set.of("--quick", "--json", "--help");

    /** @throws BenchFailure when the command line is wrong */
    static Options parse(String name, List<Integer> usualQueues, Set<String> known, String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i].equals("-h") ? "--help" : arguments[i];
            if (!known.contains(option) && !option.equals("--help")) {
                throw new BenchFailure("unknown option " + option + "; try ./sojourn bench " + name + " --help");
            }
            boolean hasValue = !WITHOUT_VALUE.contains(option) && i + 1 < arguments.length;
            given.put(option, hasValue ? arguments[++i] : "");
        }
        Options options = new Options(given, usualQueues);
        options.check();
        return options;
    }

    private void check() {
        queues();
        format();
        early();
        seconds();
        threads();
        parts();
    }

    boolean help() {
        return given.containsKey("--help");
    }

    boolean quick() {
        return given.containsKey("--quick");
    }

    boolean json() {
        return given.containsKey("--json");
    }

    /** How many, one run each. */
    List<Integer> queues() {
        String value = given.get("--queues");
        return value == null
                ? usualQueues
                : Stream.of(value.split(",", -1)).map(Options::wholeNodes).toList();
    }

    WireFormat format() {
        return oneOf("--format", "json", List.of("json", "smile")).equals("smile") ? WireFormat.SMILE : WireFormat.JSON;
    }

    /** Whether the job gives early results; both where that makes a difference. */
    List<Boolean> early() {
        return given.containsKey("--early")
                ? List.of(oneOf("--early", "", List.of("on", "off")).equals("on"))
                : List.of(false, true);
    }

    /** How long a live run is measured. */
    int seconds() {
        return number("--seconds", given.getOrDefault("--seconds", quick() ? "20" : "60"), 10, 3_600);
    }

    /** Stream threads of each side that is compared. */
    int threads() {
        return number("--threads", given.getOrDefault("--threads", "1"), 1, 4);
    }

    boolean has(String part) {
        return parts().contains(part);
    }

    private List<String> parts() {
        return given.containsKey("--only") ? List.of(oneOf("--only", "", PARTS)) : PARTS;
    }

    private static int wholeNodes(String value) {
        int queues = number("--queues", value, QUEUES_A_NODE, 1_000_000);
        if (queues % QUEUES_A_NODE != 0) {
            throw new BenchFailure(
                    "--queues " + value + ": a node has " + QUEUES_A_NODE + " queues; give a multiple of it");
        }
        return queues;
    }

    private String oneOf(String option, String usual, List<String> allowed) {
        String value = given.getOrDefault(option, usual);
        if (!allowed.contains(value)) {
            throw new BenchFailure(option + " " + value + ": must be " + String.join(" or ", allowed));
        }
        return value;
    }

    private static int number(String option, String value, int low, int high) {
        try {
            int number = Integer.parseInt(value);
            if (number >= low && number <= high) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, with what it must be.
        }
        throw new BenchFailure(option + " " + value + ": must be a whole number from " + low + " to " + high);
    }
}
