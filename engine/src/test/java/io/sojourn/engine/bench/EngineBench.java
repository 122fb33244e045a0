// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.link.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** {@code ./sojourn bench engine}: runs the benchmarks of the engine one after the other and prints a table. */
public final class EngineBench {
    private static final List<Integer> QUEUES = List.of(10, 1_000, 10_000, 100_000);
    private static final List<Integer> RULES = List.of(1, 16, 100, 1_000, 10_000);

    private final Options options;
    private final Measure measure;

    private EngineBench(Options options) {
        this.options = options;
        this.measure = new Measure(options);
    }

    public static void main(String[] arguments) throws RunnerException {
        Options options = Options.parse(arguments);
        if (options.problem() != null) {
            System.err.println("sojourn: " + options.problem());
            System.exit(2);
        }
        if (options.help()) {
            System.out.print(Options.HELP);
            return;
        }
        Report report = new EngineBench(options).run();
        System.out.print(options.json() ? report.json() : report.text());
    }

    private Report run() throws RunnerException {
        List<DisciplineType> types =
                Registry.types().stream().filter(options::includes).toList();
        boolean classifies = options.includes("classifier");
        measure.expect(cells(types) + (classifies ? 3 * RULES.size() : 0));
        List<Report.Row> rows = new ArrayList<>();
        rows.add(baseline());
        for (DisciplineType type : types) {
            rows.add(row(type));
        }
        List<Report.Row> ruleRows = new ArrayList<>();
        if (classifies) {
            for (String kind : List.of("seen", "fresh", "oneAfterTheOther")) {
                ruleRows.add(rules(kind));
            }
        }
        return new Report(QUEUES, rows, RULES, ruleRows);
    }

    private static int cells(List<DisciplineType> types) {
        long possible = types.stream()
                .mapToLong(type -> QUEUES.stream()
                        .filter(queues -> Subjects.canHave(type, queues))
                        .count())
                .sum();
        return QUEUES.size() + Math.toIntExact(possible);
    }

    private Report.Row baseline() throws RunnerException {
        List<Measure.Result> results = new ArrayList<>();
        for (int queues : QUEUES) {
            results.add(measure.run(BaselineBenchmark.class, "packet", "java.util.ArrayDeque", "queues", queues));
        }
        return new Report.Row("java.util.ArrayDeque", results, Double.NaN);
    }

    private Report.Row row(DisciplineType type) throws RunnerException {
        List<Measure.Result> results = new ArrayList<>();
        for (int queues : QUEUES) {
            results.add(
                    Subjects.canHave(type, queues)
                            ? measure.run(DisciplineBenchmark.class, "packet", type.name(), "queues", queues)
                            : Measure.Result.NONE);
        }
        return new Report.Row(type.name(), results, Footprint.bytesAQueue(type));
    }

    private Report.Row rules(String kind) throws RunnerException {
        List<Measure.Result> results = new ArrayList<>();
        for (int rules : RULES) {
            results.add(measure.run(ClassifierBenchmark.class, kind, "classifier, " + kind, "rules", rules));
        }
        return new Report.Row(kind.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT), results, Double.NaN);
    }
}
