// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import java.util.Locale;

/**
 * How fast one side is once it is warm.
 *
 * @param seconds for which it was measured
 * @param cpuMicrosASample of its process
 * @param brokerCpuMicrosASample of the broker, for it
 */
record Throughput(
        SideKind kind,
        double seconds,
        long samples,
        double samplesPerSecond,
        double cpuSeconds,
        double cpuMicrosASample,
        double brokerCpuMicrosASample) {
    private static final int WARM_SHARE = 3;

    /**
     * Runs a side over what is on its topic.
     *
     * @param records on the topic
     * @param limitSeconds longest that is measured
     */
    static Throughput measure(
            Bed bed, SideKind kind, KafkaEnds ends, int threads, boolean early, long records, double limitSeconds) {
        try (SideRun run = SideRun.fresh(bed, kind, ends, threads, early)) {
            run.require(1);
            run.await(records / WARM_SHARE, limitSeconds / WARM_SHARE);
            SideRun.Mark from = run.mark();
            run.await(records, limitSeconds);
            return between(kind, from, run.mark());
        }
    }

    private static Throughput between(SideKind kind, SideRun.Mark from, SideRun.Mark to) {
        long samples = (to.records() - from.records()) * kind.samplesARecord();
        double seconds = to.seconds() - from.seconds();
        double cpuSeconds = to.cpuSeconds() - from.cpuSeconds();
        return new Throughput(
                kind,
                seconds,
                samples,
                samples / seconds,
                cpuSeconds,
                1e6 * cpuSeconds / samples,
                1e6 * (to.brokerCpuSeconds() - from.brokerCpuSeconds()) / samples);
    }

    static String head() {
        return String.format(
                "  %-22s%14s%12s%16s%18s%n", "", "samples/s", "CPU s/s", "CPU us/sample", "broker us/sample");
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "  %-22s%14.0f%12.2f%16.2f%18.2f%n",
                kind.label(),
                samplesPerSecond,
                cpuSeconds / seconds,
                cpuMicrosASample,
                brokerCpuMicrosASample);
    }
}
