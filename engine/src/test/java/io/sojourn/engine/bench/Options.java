// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.link.Registry;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What was asked for on the command line.
 *
 * @param only names of disciplines, or "classifier"; everything when empty
 * @param problem what is wrong with it, or null
 */
record Options(boolean json, boolean quick, boolean help, List<String> only, String problem) {
    static final String HELP = """
            Usage: sojourn bench engine [--only NAME,...] [--quick] [--json]
            Measures the time a packet takes through each discipline of the engine (JMH, one thread, average of five
            seconds in a process of its own), beside a queue of the Java library with as many queues.
              --only NAME,...  these disciplines, or classifier
              --quick          a fifth of the time; figures vary by 10 to 20 %
              --json           for programs
            """;

    private static final String CLASSIFIER = "classifier";

    static Options parse(String... arguments) {
        boolean json = false;
        boolean quick = false;
        boolean help = false;
        List<String> only = List.of();
        String problem = null;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--json" -> json = true;
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--only" -> only = i + 1 < arguments.length ? List.of(arguments[++i].split(",")) : List.of("");
                default -> problem = "unknown option " + arguments[i] + "; try ./sojourn bench engine --help";
            }
        }
        return new Options(json, quick, help, only, problem == null ? unknown(only) : problem);
    }

    boolean includes(DisciplineType type) {
        return includes(type.name());
    }

    boolean includes(String name) {
        return only.isEmpty() || only.contains(name);
    }

    private static String unknown(List<String> only) {
        TreeSet<String> known =
                new TreeSet<>(Stream.concat(Registry.types().stream().map(DisciplineType::name), Stream.of(CLASSIFIER))
                        .toList());
        return only.stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> "--only " + name + ": no such discipline; there are " + String.join(", ", known))
                .orElse(null);
    }
}
