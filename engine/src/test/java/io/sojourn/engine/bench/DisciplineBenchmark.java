// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Time for one packet through a discipline: in and out for what packets wait in, the verdict for a meter. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DisciplineBenchmark {
    /** Name in the registry. */
    @Param("fifo")
    public String discipline;

    /** Queues, flows or classes beside each other. */
    @Param("1000")
    public int queues;

    private Subject subject;

    @Setup
    public void fill() {
        subject = Subjects.of(discipline, queues);
        Measure.settle();
    }

    @Benchmark
    public long packet() {
        return subject.step();
    }
}
