// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.bench;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the rest is compared with: a loop over the priority queue of the Java library, which takes the earliest event and
 * adds a later one, and does nothing else.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BaselineBenchmark {
    static final int EVENTS = 10_000_000;

    /** As many as wait in a run of a fast link. */
    private static final int WAITING = 500;

    private record Event(long nanos, long order) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos == other.nanos ? Long.compare(order, other.order) : Long.compare(nanos, other.nanos);
        }
    }

    @Benchmark
    public long events() {
        SplittableRandom random = new SplittableRandom(1);
        PriorityQueue<Event> queue = new PriorityQueue<>();
        for (int i = 0; i < WAITING; i++) {
            queue.add(new Event(random.nextLong(5_000_000), i));
        }
        long nowNanos = 0;
        for (int i = 0; i < EVENTS; i++) {
            nowNanos = queue.remove().nanos();
            queue.add(new Event(nowNanos + random.nextLong(5_000_000), i));
        }
        return nowNanos;
    }
}
