// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The window of one queue from all samples that belong to it. Gives each component by its name. */
final class QueueReference {
    private static final double UTILISATION_LIMIT = 1e6;

    private final RawValues values;
    private final List<Moment> moments;
    private final long finestMillis;
    private final long sizeMillis;
    private final InventoryEntry entry;

    /** @param entry what the inventory says; null when it says nothing */
    QueueReference(RawValues values, List<Moment> moments, long finestMillis, long sizeMillis, InventoryEntry entry) {
        this.values = values;
        this.moments = moments;
        this.finestMillis = finestMillis;
        this.sizeMillis = sizeMillis;
        this.entry = entry;
    }

    /** All but name, place, stage, lost batches, flows and figures. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        putTimes(fields);
        putCounts(fields);
        putThroughput(fields);
        putBacklog(fields);
        putRated(fields);
        putSketches(fields);
        putTransport(fields);
        return fields;
    }

    private void putTimes(Map<String, Object> fields) {
        Moment last = last();
        fields.put("clocking", last.clocking());
        fields.put("sampleCount", (long) moments.size());
        fields.put("coveredMillis", coveredMillis());
        fields.put("queueCount", 1L);
        fields.put("queueMillis", coveredMillis());
        fields.put("expectedQueues", 1L);
        fields.put("settingsMillis", last.startMillis());
        fields.put("settings", last.sample().settings());
        fields.put("linkBitsPerSecond", last.sample().linkBitsPerSecond());
        fields.put("committedBitsPerSecond", committed(last.sample().settings()));
    }

    private Moment last() {
        return moments.stream()
                .max(Comparator.comparingLong(Moment::startMillis)
                        .thenComparing(moment -> moment.sample().settings().toString()))
                .orElseThrow();
    }

    private long coveredMillis() {
        return Sum.of(moments, Moment::intervalMillis);
    }

    private Long committed(QueueSettings settings) {
        return entry != null && entry.planBitsPerSecond() != null
                ? entry.planBitsPerSecond()
                : settings.rateBitsPerSecond();
    }

    private void putCounts(Map<String, Object> fields) {
        DropCounts drops = new DropCounts(
                count(s -> s.drops().policed()),
                count(s -> s.drops().tail()),
                count(s -> s.drops().aqm()),
                count(s -> s.drops().limit()));
        fields.put("offeredPackets", count(QueueSample::offeredPackets));
        fields.put("offeredBytes", count(QueueSample::offeredBytes));
        fields.put("sentPackets", count(QueueSample::sentPackets));
        fields.put("sentBytes", count(QueueSample::sentBytes));
        fields.put("drops", drops);
        fields.put("droppedBytes", count(QueueSample::droppedBytes));
        fields.put("markedPackets", count(QueueSample::markedPackets));
        fields.put("dropRatio", Sum.ratio(drops.total(), count(QueueSample::offeredPackets)));
        fields.put("markRatio", Sum.ratio(count(QueueSample::markedPackets), count(QueueSample::sentPackets)));
        fields.put(
                "retransmitRatio",
                Sum.ratio(known(QueueSample::retransmittedPackets), known(QueueSample::dataPackets)));
    }

    private void putThroughput(Map<String, Object> fields) {
        double mean = count(QueueSample::sentBytes) * 8_000.0 / coveredMillis();
        Long rate = last().sample().settings().rateBitsPerSecond();
        List<Double> cells = sizeMillis == finestMillis
                ? moments.stream().map(Moment::bitsPerSecond).toList()
                : seconds();
        fields.put("utilisationRatio", rate == null ? null : (Double) Math.min(UTILISATION_LIMIT, mean / rate));
        fields.put("throughputMeanBitsPerSecond", mean);
        fields.put("throughputPeakBitsPerSecond", Sum.greatest(cells, cell -> cell));
        fields.put(
                "cellBitsPerSecond",
                Sketch.of(cells.stream().mapToLong(Math::round).toArray()));
    }

    /** Throughput of each of the finest windows; what came too late for it is in none. */
    private List<Double> seconds() {
        return moments.stream()
                .filter(moment -> moment.entryMillis() == finestMillis)
                .collect(Collectors.groupingBy(moment -> moment.startMillis() / finestMillis))
                .values()
                .stream()
                .map(second -> Sum.of(second, moment -> moment.sample().sentBytes())
                        * 8_000.0
                        / Sum.of(second, Moment::intervalMillis))
                .toList();
    }

    private void putBacklog(Map<String, Object> fields) {
        List<Moment> seen = moments.stream()
                .filter(moment -> moment.sample().backlogPackets() != null)
                .toList();
        fields.put("backlogPeakPackets", greatest(QueueSample::backlogPeakPackets, QueueSample::backlogPackets));
        fields.put("backlogPeakBytes", greatest(QueueSample::backlogPeakBytes, QueueSample::backlogBytes));
        fields.put("backlogMillis", Sum.known(seen, Moment::intervalMillis));
        fields.put(
                "backlogPacketMillis",
                Sum.known(seen, moment -> moment.sample().backlogPackets() * moment.intervalMillis()));
        fields.put(
                "backlogByteMillis",
                Sum.known(
                        seen,
                        moment -> moment.sample().backlogBytes() == null
                                ? null
                                : (Long) (moment.sample().backlogBytes() * moment.intervalMillis())));
    }

    /** Whole numbers only: what lies on a bound is not above it. */
    private void putRated(Map<String, Object> fields) {
        fields.put("ratedMillis", millisOf(moment -> rate(moment) != null));
        fields.put("above80Millis", millisOf(moment -> isAbove(moment, rate(moment), 80)));
        fields.put("above95Millis", millisOf(moment -> isAbove(moment, rate(moment), 95)));
        fields.put(
                "aboveCommittedMillis",
                millisOf(moment -> rate(moment) != null
                        && isAbove(moment, committed(moment.sample().settings()), 100)));
    }

    private static Long rate(Moment moment) {
        return moment.sample().settings().rateBitsPerSecond();
    }

    private static boolean isAbove(Moment moment, Long rate, int percent) {
        return rate != null && 8_000 * moment.sample().sentBytes() * 100 > rate * moment.intervalMillis() * percent;
    }

    private static boolean isLoaded(Moment moment) {
        Long rate = rate(moment) != null ? rate(moment) : moment.sample().linkBitsPerSecond();
        return rate != null && 8_000 * moment.sample().sentBytes() * 100 >= rate * moment.intervalMillis() * 75;
    }

    private long millisOf(Predicate<Moment> which) {
        return Sum.of(moments.stream().filter(which).toList(), Moment::intervalMillis);
    }

    private void putSketches(Map<String, Object> fields) {
        fields.put("sojournMicros", sketch(QueueSample::sojournMicros));
        fields.put("sojournFloorMicros", sketch(QueueSample::sojournFloorMicros));
        fields.put("rttMicros", sketch(QueueSample::rttMicros));
        fields.put("rttFloorMicros", sketch(QueueSample::rttFloorMicros));
        fields.put("ipdvMicros", sketch(QueueSample::ipdvMicros));
        fields.put("pdvMicros", sketch(QueueSample::pdvMicros));
        fields.put("tokensAtLossBytes", sketch(QueueSample::tokensAtLossBytes));
        fields.put(
                "rttLoadedMicros",
                values.together(
                        moments.stream().filter(QueueReference::isLoaded).map(moment -> moment.sample()
                                .rttMicros())));
    }

    private void putTransport(Map<String, Object> fields) {
        fields.put("jitterMicros", greatest(QueueSample::jitterMicros));
        fields.put("activeFlows", greatest(QueueSample::activeFlows));
        fields.put("dataPackets", known(QueueSample::dataPackets));
        fields.put("retransmittedPackets", known(QueueSample::retransmittedPackets));
        fields.put("reorderedPackets", known(QueueSample::reorderedPackets));
        fields.put("advertisedWindowBytes", greatest(QueueSample::advertisedWindowBytes));
        fields.put("inflightBytes", greatest(QueueSample::inflightBytes));
        fields.put("windowLimitedFlows", greatest(QueueSample::windowLimitedFlows));
        fields.put("unresponsiveBytes", known(QueueSample::unresponsiveBytes));
    }

    private long count(ToLongFunction<QueueSample> value) {
        return Sum.of(moments, moment -> value.applyAsLong(moment.sample()));
    }

    private Long known(Function<QueueSample, Long> value) {
        return Sum.known(moments, moment -> value.apply(moment.sample()));
    }

    private Long greatest(Function<QueueSample, Long> value) {
        return Sum.greatest(moments, moment -> value.apply(moment.sample()));
    }

    private Long greatest(Function<QueueSample, Long> peak, Function<QueueSample, Long> reading) {
        return Sum.greatest(Arrays.asList(greatest(peak), greatest(reading)), (Function<Long, Long>) value -> value);
    }

    private Sketch sketch(Function<QueueSample, Sketch> sketch) {
        return values.together(moments.stream().map(moment -> sketch.apply(moment.sample())));
    }
}
