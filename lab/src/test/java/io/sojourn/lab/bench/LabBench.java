// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.bench;

import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@code ./sojourn bench lab}: runs the benchmarks of the lab one after the other and prints them beside their aims. */
public final class LabBench {
    private static final String HELP = """
            Usage: sojourn bench lab [--quick]
            Measures whole runs of the virtual network (JMH, one thread, median of five in a process of its own), beside
            a loop over the priority queue of the Java library that moves as many events.
              --quick  median of three
            """;

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final double TWENTY_SECONDS_AIM = 0.3;
    private static final double TEN_MILLION_AIM = 10;
    private static final double TEN_MILLION = 1e7;

    private final boolean quick;

    /** @param events in {@code seconds} */
    private record Row(String name, long events, double seconds, double allocatedBytes) {
        double nanosAnEvent() {
            return seconds * 1e9 / events;
        }
    }

    private LabBench(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] arguments) throws RunnerException {
        List<String> given = List.of(arguments);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.print(HELP);
            return;
        }
        given.stream().filter(option -> !option.equals("--quick")).findFirst().ifPresent(option -> {
            System.err.println("sojourn: unknown option " + option + "; try ./sojourn bench lab --help");
            System.exit(2);
        });
        System.out.print(new LabBench(given.contains("--quick")).run());
    }

    private String run() throws RunnerException {
        Row baseline = row(BaselineBenchmark.class, "events", "java.util.PriorityQueue", BaselineBenchmark.EVENTS);
        Row twenty = row(
                LabBenchmark.class, "twentySeconds", "20 s of 20 Mbit/s, 4 flows", Runs.events(Runs.twentySeconds()));
        Row million = row(
                LabBenchmark.class,
                "tenMillionEvents",
                "32 s of 1 Gbit/s, 4 flows",
                Runs.events(Runs.tenMillionEvents()));
        StringBuilder text = new StringBuilder();
        text.append(
                "x: time an event takes, of one in a bare loop over java.util.PriorityQueue; alloc: bytes an event\n");
        text.append(String.format("%-28s%10s%10s%14s%8s%8s%n", "run", "seconds", "events", "events a s", "x", "alloc"));
        for (Row row : List.of(baseline, twenty, million)) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-28s%10.3f%10d%14.0f%8.2f%8.1f%n",
                    row.name(),
                    row.seconds(),
                    row.events(),
                    1e9 / row.nanosAnEvent(),
                    row.nanosAnEvent() / baseline.nanosAnEvent(),
                    row.allocatedBytes() / row.events()));
        }
        text.append("\n").append(aim("20 s of 20 Mbit/s, 4 flows", twenty.seconds(), TWENTY_SECONDS_AIM));
        double seconds = million.seconds() * TEN_MILLION / million.events();
        return text.append(aim("10 million events", seconds, TEN_MILLION_AIM)).toString();
    }

    private static String aim(String name, double seconds, double aim) {
        return String.format(
                Locale.ROOT, "%-28s%8.3f s, aim %4.1f s: %s%n", name, seconds, aim, seconds < aim ? "made" : "missed");
    }

    private Row row(Class<?> benchmark, String method, String name, long events) throws RunnerException {
        System.err.println(name);
        RunResult result = new Runner(new OptionsBuilder()
                        .include("^" + benchmark.getName().replace(".", "\\.") + "\\." + method + "$")
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .addProfiler(GCProfiler.class)
                        .forks(1)
                        .warmupIterations(quick ? 2 : 3)
                        .measurementIterations(quick ? 3 : 5)
                        .jvmArgs("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC")
                        .build())
                .runSingle();
        double allocated = result.getSecondaryResults().get(ALLOCATED).getScore();
        double nanos = result.getPrimaryResult().getStatistics().getPercentile(50);
        return new Row(name, events, nanos / 1e9, allocated);
    }
}
