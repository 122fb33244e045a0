// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.bench;

import io.sojourn.lab.Lab;
import io.sojourn.lab.measure.Outcome;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Whole runs of the virtual network, from the plan to the outcome. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LabBenchmark {
    /** A run as the twin makes many. */
    @Benchmark
    public Outcome twentySeconds() {
        return Lab.run(Runs.twentySeconds());
    }

    /** A long run of a fast link. */
    @Benchmark
    public Outcome tenMillionEvents() {
        return Lab.run(Runs.tenMillionEvents());
    }
}
