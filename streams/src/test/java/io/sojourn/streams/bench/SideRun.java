// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One side in a process of its own, and how far it has come. */
final class SideRun implements AutoCloseable {
    private static final long LOOK_MILLIS = 100;
    private static final long PATIENCE_SECONDS = 180;

    private final Bed bed;
    private final SideArguments arguments;
    private final Child child;

    private SideRun(Bed bed, SideArguments arguments) {
        this.bed = bed;
        this.arguments = arguments;
        this.child =
                Child.start(arguments.kind().name(), bed.folder(), Java.OPTIONS, SideProcess.class, arguments.words());
    }

    static SideRun start(Bed bed, SideArguments arguments) {
        return new SideRun(bed, arguments);
    }

    /** A side with a group and a folder that nobody had before. */
    static SideRun fresh(Bed bed, SideKind kind, KafkaEnds ends, int threads, boolean early) {
        String group = ends.topicPrefix() + kind + "-" + UUID.randomUUID();
        return start(bed, new SideArguments(kind, ends, group, bed.folder().resolve(group), threads, early, 0));
    }

    /** How every side is run: as the windows job alone is, with a heap that does not grow while it is measured. */
    private static final class Java {
        private static final String MORE = System.getenv("SOJOURN_JAVA_OPTS");
        static final List<String> OPTIONS = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                                "-XX:+UseParallelGC",
                                "-XX:NewRatio=1",
                                "-XX:-UseAdaptiveSizePolicy",
                                "-XX:SurvivorRatio=3",
                                "-Xms4g",
                                "-Xmx4g"),
                        MORE == null ? java.util.stream.Stream.of() : List.of(MORE.split(" ", -1)).stream())
                .filter(option -> !option.isBlank())
                .toList();
    }

    Child child() {
        return child;
    }

    SideArguments arguments() {
        return arguments;
    }

    /** Records whose results are committed. */
    long committed() {
        child.check();
        return bed.committed(arguments.group(), arguments.kind().topic(arguments.ends()));
    }

    /** Records that are there and not committed. */
    long lag() {
        return bed.records(arguments.kind().topic(arguments.ends())) - committed();
    }

    /** Waits until so many records are committed; false when it is not so within the time. */
    boolean await(long records, double withinSeconds) {
        long deadlineNanos = System.nanoTime() + Math.round(withinSeconds * 1e9);
        while (committed() < records) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
        }
        return true;
    }

    /** As {@link #await}, and a failure when it takes too long without coming on. */
    void require(long records) {
        long last = -1;
        for (long now = committed(); now < records; now = committed()) {
            if (now == last) {
                throw new BenchFailure(arguments.kind() + " stands still at record " + now + " of " + records);
            }
            last = now;
            await(Math.min(records, now + 1), PATIENCE_SECONDS);
        }
    }

    /** What it and the broker use between two moments. */
    Mark mark() {
        return new Mark(
                System.nanoTime() / 1e9,
                committed(),
                child.cpuSeconds(),
                bed.broker().cpuSeconds());
    }

    /** A moment: cpu is that used so far. */
    record Mark(double seconds, long records, double cpuSeconds, double brokerCpuSeconds) {}

    @Override
    public void close() {
        child.close();
    }
}
