// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs one benchmark with one set of parameters in a process of its own, and says on stderr how far it is. */
final class Measure {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Options options;
    private int expected;
    private int done;

    /**
     * @param nanos mean time a packet
     * @param errorNanos half the width of its 99.9 % confidence interval
     * @param allocatedBytes a packet
     */
    record Result(double nanos, double errorNanos, double allocatedBytes) {
        static final Result NONE = new Result(Double.NaN, Double.NaN, Double.NaN);

        boolean isNone() {
            return Double.isNaN(nanos);
        }
    }

    Measure(Options options) {
        this.options = options;
    }

    /**
     * What was needed only to build a subject goes, and the rest moves together, as in a process that has run for a
     * while: else the queues stand as far apart as the settings they were read from are long.
     */
    static void settle() {
        System.gc();
    }

    void expect(int runs) {
        expected = runs;
    }

    Result run(Class<?> benchmark, String method, String name, String parameter, int value) throws RunnerException {
        done++;
        System.err.printf("[%d/%d] %s, %s %d%n", done, expected, name, parameter, value);
        OptionsBuilder builder = new OptionsBuilder();
        builder.include("^" + benchmark.getName().replace(".", "\\.") + "\\." + method + "$")
                .param(parameter, Integer.toString(value))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class)
                .forks(1)
                .warmupIterations(3)
                .measurementIterations(5)
                .warmupTime(iteration())
                .measurementTime(iteration())
                .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch");
        if (benchmark.equals(DisciplineBenchmark.class)) {
            builder.param("discipline", name);
        }
        Collection<RunResult> results = new Runner(builder.build()).run();
        RunResult only = results.iterator().next();
        double allocated = only.getSecondaryResults().get(ALLOCATED).getScore();
        return new Result(
                only.getPrimaryResult().getScore(), only.getPrimaryResult().getScoreError(), allocated);
    }

    private TimeValue iteration() {
        return TimeValue.milliseconds(options.quick() ? 200 : 1000);
    }
}
