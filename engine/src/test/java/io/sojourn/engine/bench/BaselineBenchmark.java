// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the rest is compared with: as many queues of the Java library, and a packet object into one and out of it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BaselineBenchmark {
    /** Queues beside each other. */
    @Param("1000")
    public int queues;

    private ArrayDeque<Object>[] deques;
    private Picks picks;

    @Setup
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    public void fill() {
        deques = new ArrayDeque[queues];
        for (int i = 0; i < queues; i++) {
            deques[i] = new ArrayDeque<>();
            deques[i].addLast(new Object());
        }
        picks = new Picks(queues);
        Measure.settle();
    }

    @Benchmark
    public Object packet() {
        ArrayDeque<Object> deque = deques[picks.next()];
        Object packet = deque.pollFirst();
        deque.addLast(packet);
        return packet;
    }
}
