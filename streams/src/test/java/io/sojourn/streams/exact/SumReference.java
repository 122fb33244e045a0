// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The window of a node or of what else several queues add up to: counts from all their samples, and of each second
 * what the queues together were in it. A sample that came too late for its second is in no parent.
 */
final class SumReference {
    private final RawValues values;
    private final Map<String, InventoryEntry> inventory;
    private final Long capacity;
    private final List<Second> seconds = new ArrayList<>();

    /**
     * @param inventory what is known of each queue
     * @param capacity what the whole is measured against; null for the sum of the queues' rates
     * @param moments by queue, ascending
     */
    SumReference(
            RawValues values,
            Map<String, InventoryEntry> inventory,
            Long capacity,
            Map<String, List<Moment>> moments,
            long finestMillis) {
        this.values = values;
        this.inventory = inventory;
        this.capacity = capacity;
        TreeMap<Long, TreeMap<String, List<Moment>>> bySecond = new TreeMap<>();
        moments.forEach((queue, all) -> all.stream()
                .filter(moment -> moment.entryMillis() == finestMillis)
                .forEach(moment -> bySecond.computeIfAbsent(
                                moment.startMillis() / finestMillis, second -> new TreeMap<>())
                        .computeIfAbsent(queue, name -> new ArrayList<>())
                        .add(moment)));
        bySecond.values().forEach(second -> seconds.add(new Second(second)));
    }

    boolean isEmpty() {
        return seconds.isEmpty();
    }

    /** All but name, place, stage, lost batches, flows and figures. */
    Map<String, Object> fields() {
        List<Moment> all = seconds.stream()
                .flatMap(second -> second.queues().values().stream())
                .flatMap(List::stream)
                .toList();
        // What is a plain sum over samples, or the greatest of them, is as if all were of one queue.
        Map<String, Object> fields = new LinkedHashMap<>(new QueueReference(values, all, 1, 1, null).fields());
        putTimes(fields, all);
        putLevels(fields);
        putThroughput(fields);
        putRated(fields);
        return fields;
    }

    private void putTimes(Map<String, Object> fields, List<Moment> all) {
        long queueCount = seconds.stream()
                .mapToLong(second -> second.queues().size())
                .max()
                .orElseThrow();
        fields.put("coveredMillis", Sum.of(seconds, Second::coveredMillis));
        fields.put("queueCount", queueCount);
        fields.put("queueMillis", Sum.of(all, Moment::intervalMillis));
        fields.put("expectedQueues", queueCount);
        fields.put("settings", settings(rate(last())));
        fields.put("linkBitsPerSecond", capacity);
        fields.put("committedBitsPerSecond", committed(last()));
    }

    private Second last() {
        return seconds.get(seconds.size() - 1);
    }

    private void putLevels(Map<String, Object> fields) {
        fields.put("backlogPeakPackets", level(List.of(QueueSample::backlogPeakPackets, QueueSample::backlogPackets)));
        fields.put("backlogPeakBytes", level(List.of(QueueSample::backlogPeakBytes, QueueSample::backlogBytes)));
        fields.put("activeFlows", level(List.of(QueueSample::activeFlows)));
        fields.put("advertisedWindowBytes", level(List.of(QueueSample::advertisedWindowBytes)));
        fields.put("inflightBytes", level(List.of(QueueSample::inflightBytes)));
        fields.put("windowLimitedFlows", level(List.of(QueueSample::windowLimitedFlows)));
    }

    /** Of each second the sum of the queues' greatest, of these the greatest. */
    private Long level(List<Function<QueueSample, Long>> readings) {
        return Sum.greatest(
                seconds,
                second -> Sum.known(
                        List.copyOf(second.queues().values()),
                        moments -> Sum.greatest(
                                readings, reading -> Sum.greatest(moments, moment -> reading.apply(moment.sample())))));
    }

    private void putThroughput(Map<String, Object> fields) {
        double mean = Sum.of(seconds, Second::sentBytes) * 8_000.0 / Sum.of(seconds, Second::coveredMillis);
        Long rate = rate(last());
        fields.put("throughputMeanBitsPerSecond", mean);
        fields.put("throughputPeakBitsPerSecond", Sum.greatest(seconds, Second::bitsPerSecond));
        fields.put(
                "cellBitsPerSecond",
                Sketch.of(seconds.stream()
                        .mapToLong(second -> Math.round(second.bitsPerSecond()))
                        .toArray()));
        fields.put("utilisationRatio", rate == null ? null : (Double) (mean / rate));
    }

    private void putRated(Map<String, Object> fields) {
        fields.put("ratedMillis", millisOf(second -> rate(second) != null));
        fields.put("above80Millis", millisOf(second -> isAbove(second, rate(second), 80)));
        fields.put("above95Millis", millisOf(second -> isAbove(second, rate(second), 95)));
        fields.put(
                "aboveCommittedMillis",
                millisOf(second -> rate(second) != null && isAbove(second, committed(second), 100)));
    }

    private long millisOf(Predicate<Second> which) {
        return Sum.of(seconds.stream().filter(which).toList(), Second::coveredMillis);
    }

    private static boolean isAbove(Second second, Long rate, int percent) {
        return rate != null && 8_000 * second.sentBytes() * 100 > rate * second.coveredMillis() * percent;
    }

    /** The capacity, or else the sum of the queues' rates; null when one is not known. */
    private Long rate(Second second) {
        if (capacity != null) {
            return capacity;
        }
        return allOrNone(second.queues().values().stream()
                .map(moments -> latest(moments).rateBitsPerSecond())
                .toList());
    }

    private Long committed(Second second) {
        List<Long> committed = new ArrayList<>();
        second.queues().forEach((queue, moments) -> {
            InventoryEntry entry = inventory.get(queue);
            committed.add(
                    entry != null && entry.planBitsPerSecond() != null
                            ? entry.planBitsPerSecond()
                            : latest(moments).rateBitsPerSecond());
        });
        return allOrNone(committed);
    }

    private static Long allOrNone(List<Long> rates) {
        return rates.stream().anyMatch(Objects::isNull)
                ? null
                : (Long) rates.stream().mapToLong(rate -> rate).sum();
    }

    private static QueueSettings latest(List<Moment> moments) {
        return moments.stream()
                .max(Comparator.comparingLong(Moment::startMillis)
                        .thenComparing(moment -> moment.sample().settings().toString()))
                .orElseThrow()
                .sample()
                .settings();
    }

    private static QueueSettings settings(Long rate) {
        return new QueueSettings(Discipline.UNKNOWN, rate, null, null, null, null, null, LengthAccounting.ETHERNET);
    }

    /** @param queues the samples of each queue in it */
    private record Second(TreeMap<String, List<Moment>> queues) {
        /** That of the best covered queue. */
        long coveredMillis() {
            return queues.values().stream()
                    .mapToLong(moments -> Sum.of(moments, Moment::intervalMillis))
                    .max()
                    .orElseThrow();
        }

        long sentBytes() {
            return queues.values().stream()
                    .mapToLong(
                            moments -> Sum.of(moments, moment -> moment.sample().sentBytes()))
                    .sum();
        }

        double bitsPerSecond() {
            return sentBytes() * 8_000.0 / coveredMillis();
        }
    }
}
