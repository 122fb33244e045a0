// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.Collected;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The figures of one run, over the samples of the queue its flows were shown at.
 *
 * @param dropsOfAllQueues not only of that queue
 * @param standingRatio share of 100 ms whose least round-trip time was over the run's least plus 5 ms
 * @param utilizationRatio sent against rate over the seconds in the middle; -1 without a rate
 * @param trailLossRatio lost packets of all in the trail of the aggregate, -1 without one
 */
record RunSummary(
        String run,
        int seconds,
        String queues,
        String flowQueue,
        String discipline,
        DropCounts drops,
        long dropsOfAllQueues,
        double dropRatio,
        double retransmitRatio,
        double trailLossRatio,
        double rttP50Millis,
        double standingRatio,
        double windowLimitedFlows,
        double utilizationRatio,
        double sentMbit,
        int rejects) {

    static RunSummary of(Path folder) throws Exception {
        Collected sink = new Collected();
        try (RecordedRunSource source = new RecordedRunSource(folder)) {
            source.run(sink);
        }
        String flowQueue = sink.batches().stream()
                .flatMap(batch -> batch.queues().stream())
                .filter(sample -> sample.dataPackets() != null && sample.dataPackets() > 0)
                .map(QueueSample::queue)
                .findFirst()
                .orElse("");
        List<QueueSample> samples = sink.samples(flowQueue).toList();
        return of(folder, sink, flowQueue, samples);
    }

    private static RunSummary of(Path folder, Collected sink, String flowQueue, List<QueueSample> samples) {
        DropCounts drops = samples.stream().map(QueueSample::drops).reduce(DropCounts.NONE, DropCounts::plus);
        long offered = samples.stream().mapToLong(QueueSample::offeredPackets).sum();
        List<QueueSample> loaded = loaded(samples);
        Sketch rtt = loaded.stream().map(QueueSample::rttMicros).reduce(Sketch.empty(), Sketch::merge);
        Sketch all = samples.stream().map(QueueSample::rttMicros).reduce(Sketch.empty(), Sketch::merge);
        Sketch floors = loaded.stream().map(QueueSample::rttFloorMicros).reduce(Sketch.empty(), Sketch::merge);
        QueueSample last = samples.get(samples.size() - 1);
        double sentMbit =
                loaded.stream().mapToLong(QueueSample::sentBytes).average().orElse(0) * 8 / 1e6;
        Long rate = last.settings().rateBitsPerSecond();
        return new RunSummary(
                String.valueOf(folder.getFileName()),
                sink.batches().size(),
                queues(sink),
                flowQueue,
                last.settings().discipline().toString(),
                drops,
                sink.batches().stream()
                        .flatMap(batch -> batch.queues().stream())
                        .mapToLong(sample -> sample.drops().total())
                        .sum(),
                (double) drops.total() / offered,
                retransmits(samples),
                trailLoss(sink),
                rtt.quantile(0.5).orElse(-1) / 1000,
                floors.shareAbove(all.min() + 5_000).orElse(-1),
                loaded.stream()
                        .mapToLong(sample -> orZero(sample.windowLimitedFlows()))
                        .average()
                        .orElse(0),
                rate == null ? -1 : sentMbit * 1e6 / rate,
                sentMbit,
                sink.rejects().size());
    }

    /** Without the first two and the last two seconds with data. */
    private static List<QueueSample> loaded(List<QueueSample> samples) {
        List<QueueSample> data = samples.stream()
                .filter(sample -> orZero(sample.dataPackets()) > 5)
                .toList();
        return data.subList(Math.min(2, data.size()), Math.max(data.size() - 2, Math.min(2, data.size())));
    }

    private static String queues(Collected sink) {
        return String.join(
                " ",
                sink.batches().stream()
                        .flatMap(batch -> batch.queues().stream())
                        .map(QueueSample::queue)
                        .distinct()
                        .sorted()
                        .toList());
    }

    private static double retransmits(List<QueueSample> samples) {
        long data = samples.stream()
                .mapToLong(sample -> orZero(sample.dataPackets()))
                .sum();
        long again = samples.stream()
                .mapToLong(sample -> orZero(sample.retransmittedPackets()))
                .sum();
        return (double) again / data;
    }

    private static double trailLoss(Collected sink) {
        long[] sums = new long[2];
        sink.batches().stream()
                .flatMap(batch -> batch.trails().stream())
                .filter(trail -> trail.subject().equals(LossTrail.AGGREGATE))
                .flatMap(trail -> trail.cells().stream())
                .forEach(cell -> {
                    sums[0] += cell.passedPackets() + cell.lostPackets();
                    sums[1] += cell.lostPackets();
                });
        return sums[0] == 0 ? -1 : (double) sums[1] / sums[0];
    }

    private static long orZero(Long value) {
        return value == null ? 0 : value;
    }

    static String heading() {
        return "| run | s | queues | flows at | discipline | policed | tail | dropped % | resent % | trail loss % | RTT P50 ms"
                + " | standing % | window-limited flows | utilization % | Mbit/s | rejects |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s | %d | %d | %.2f | %.2f | %.2f | %.1f | %.0f | %.1f | %.0f | %.2f | %d |",
                run,
                seconds,
                queues,
                flowQueue,
                discipline,
                drops.policed(),
                drops.tail(),
                100 * dropRatio,
                100 * retransmitRatio,
                100 * trailLossRatio,
                rttP50Millis,
                100 * standingRatio,
                windowLimitedFlows,
                100 * utilizationRatio,
                sentMbit,
                rejects);
    }
}
