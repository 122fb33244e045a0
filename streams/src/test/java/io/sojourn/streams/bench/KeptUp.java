// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether the job keeps up with a live fleet, each queue sampled once a second, on this machine beside the broker.
 *
 * @param behindMillis the longest that a batch was sent after its time
 * @param lagFirstSeconds of samples that were not yet processed and committed, median of the first third of the run
 * @param lagLastSeconds likewise of the last third
 * @param processors of this machine; the next four are in units of one of them
 * @param idleProcessors neither used by anyone nor waiting for disks
 * @param heapBytes of the job after collecting garbage, at the end of the run
 */
record KeptUp(
        boolean early,
        int queues,
        int threads,
        double seconds,
        double samplesPerSecond,
        long behindMillis,
        double lagFirstSeconds,
        double lagLastSeconds,
        double lagMostSeconds,
        int processors,
        double jobProcessors,
        double brokerProcessors,
        double loadProcessors,
        double idleProcessors,
        long heapBytes,
        long residentBytes) {
    private static final int WARM_SECONDS = 15;
    private static final double LAG_LIMIT_SECONDS = 2;

    static KeptUp measure(Bed bed, KafkaEnds ends, int queues, boolean early, Options options, Progress progress) {
        int threads = 2;
        try (LiveLoad load = new LiveLoad(ends, queues, WARM_SECONDS + options.seconds() + 2, bed.folder(), progress);
                SideRun run = SideRun.fresh(bed, SideKind.WINDOWS, ends, threads, early)) {
            load.prepare();
            load.start();
            sleepUntil(load.firstEndMillis() + 1_000L * WARM_SECONDS);
            load.resetBehind();
            Usage from = Usage.now(bed, run);
            long sent = load.sentBatches();
            List<Double> lags = new ArrayList<>();
            long beganMillis = System.currentTimeMillis();
            for (int second = 1; second <= options.seconds(); second++) {
                sleepUntil(beganMillis + 1_000L * second);
                if (load.isOver()) {
                    throw new BenchFailure("the load ended early");
                }
                lags.add((double) run.lag() / load.nodes());
                progress.at("%d of %d s, lag %.1f s".formatted(second, options.seconds(), lags.get(lags.size() - 1)));
            }
            Usage used = Usage.now(bed, run).since(from);
            double batches = load.sentBatches() - sent;
            long resident = run.child().residentBytes();
            return new KeptUp(
                    early,
                    queues,
                    threads,
                    used.seconds(),
                    batches * Options.QUEUES_A_NODE / used.seconds(),
                    load.mostBehindMillis(),
                    median(lags.subList(0, lags.size() / 3)),
                    median(lags.subList(lags.size() * 2 / 3, lags.size())),
                    Collections.max(lags),
                    Runtime.getRuntime().availableProcessors(),
                    used.jobSeconds() / used.seconds(),
                    used.brokerSeconds() / used.seconds(),
                    used.loadSeconds() / used.seconds(),
                    (used.totalSeconds() - used.busySeconds()) / used.seconds(),
                    Long.parseLong(run.child().ask("heap")),
                    resident);
        }
    }

    /** Processor time used so far, by whom. */
    private record Usage(
            double seconds,
            double jobSeconds,
            double brokerSeconds,
            double loadSeconds,
            double busySeconds,
            double totalSeconds) {
        static Usage now(Bed bed, SideRun run) {
            Machine.Processors processors = Machine.processors();
            return new Usage(
                    System.nanoTime() / 1e9,
                    run.child().cpuSeconds(),
                    bed.broker().cpuSeconds(),
                    Machine.cpuSeconds(ProcessHandle.current().pid()),
                    processors.busySeconds(),
                    processors.totalSeconds());
        }

        Usage since(Usage from) {
            return new Usage(
                    seconds - from.seconds,
                    jobSeconds - from.jobSeconds,
                    brokerSeconds - from.brokerSeconds,
                    loadSeconds - from.loadSeconds,
                    busySeconds - from.busySeconds,
                    totalSeconds - from.totalSeconds);
        }
    }

    private static void sleepUntil(long millis) {
        for (long left = millis - System.currentTimeMillis(); left > 0; left = millis - System.currentTimeMillis()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(Double.NaN);
    }

    /** What is not yet processed stays little, and does not grow. */
    Aim aim() {
        return Aim.below(
                "kept up, early " + onOff() + ": lag at the end, s of samples", lagLastSeconds, LAG_LIMIT_SECONDS);
    }

    private String onOff() {
        return early ? "on" : "off";
    }

    String text() {
        return String.format(
                Locale.ROOT,
                """
                  early results %s: %.0f samples/s for %.0f s, sent at most %d ms late
                    lag %.1f s of samples in the first third, %.1f s in the last, %.1f s at most
                    of %d processors: job %.2f (%d threads), broker %.2f, making the load %.2f, left %.2f (%.0f %%)
                    memory: heap after collection %.0f MB, %.0f bytes a queue; resident %.0f MB
                """,
                onOff(),
                samplesPerSecond,
                seconds,
                behindMillis,
                lagFirstSeconds,
                lagLastSeconds,
                lagMostSeconds,
                processors,
                jobProcessors,
                threads,
                brokerProcessors,
                loadProcessors,
                idleProcessors,
                100 * idleProcessors / processors,
                heapBytes / 1e6,
                (double) heapBytes / queues,
                residentBytes / 1e6);
    }
}
