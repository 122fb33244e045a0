// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What was asked for on the command line of one of the benchmarks.
 *
 * @param queues how many, one run each
 * @param early whether the job gives early results: both one after the other, where that makes a difference
 * @param seconds how long a live run is measured
 * @param threads stream threads of each side that is compared
 */
record Options(
        List<Integer> queues,
        boolean quick,
        boolean json,
        WireFormat format,
        List<Boolean> early,
        int seconds,
        int threads,
        boolean help) {
    /** Queues of a node: what fits a record of JSON. */
    static final int QUEUES_A_NODE = 200;

    /** @throws BenchFailure when the command line is wrong */
    static Options parse(String name, List<Integer> queues, Set<String> known, String... arguments) {
        boolean quick = List.of(arguments).contains("--quick");
        Options options =
                new Options(queues, quick, false, WireFormat.JSON, List.of(false, true), quick ? 20 : 60, 1, false);
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i];
            if (option.equals("--help") || option.equals("-h")) {
                return options.withHelp();
            }
            if (!known.contains(option)) {
                throw new BenchFailure("unknown option " + option + "; try ./sojourn bench " + name + " --help");
            }
            if (option.equals("--json")) {
                options = options.withJson();
            } else if (!option.equals("--quick")) {
                options = options.with(option, i + 1 < arguments.length ? arguments[++i] : "");
            }
        }
        return options;
    }

    private Options with(String option, String value) {
        return switch (option) {
            case "--queues" -> new Options(counts(value), quick, json, format, early, seconds, threads, help);
            case "--format" ->
                new Options(
                        queues,
                        quick,
                        json,
                        WireFormat.valueOf(oneOf(option, value, "json", "smile").toUpperCase(Locale.ROOT)),
                        early,
                        seconds,
                        threads,
                        help);
            case "--early" ->
                new Options(
                        queues,
                        quick,
                        json,
                        format,
                        List.of(oneOf(option, value, "on", "off").equals("on")),
                        seconds,
                        threads,
                        help);
            case "--seconds" ->
                new Options(queues, quick, json, format, early, number(option, value, 10, 3_600), threads, help);
            case "--threads" ->
                new Options(queues, quick, json, format, early, seconds, number(option, value, 1, 4), help);
            default -> throw new BenchFailure("unknown option " + option);
        };
    }

    private Options withJson() {
        return new Options(queues, quick, true, format, early, seconds, threads, help);
    }

    private Options withHelp() {
        return new Options(queues, quick, json, format, early, seconds, threads, true);
    }

    private static List<Integer> counts(String value) {
        List<Integer> counts = new ArrayList<>();
        for (String count : value.split(",", -1)) {
            int queues = number("--queues", count, QUEUES_A_NODE, 1_000_000);
            if (queues % QUEUES_A_NODE != 0) {
                throw new BenchFailure(
                        "--queues " + count + ": a node has " + QUEUES_A_NODE + " queues; give a multiple of it");
            }
            counts.add(queues);
        }
        return counts;
    }

    private static String oneOf(String option, String value, String first, String second) {
        if (!value.equals(first) && !value.equals(second)) {
            throw new BenchFailure(option + " " + value + ": must be " + first + " or " + second);
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
