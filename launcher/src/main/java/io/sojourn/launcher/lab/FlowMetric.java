// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.FlowOutcome;
import io.sojourn.lab.measure.GroupOutcome;
import io.sojourn.lab.plan.Traffic;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What can be asked of a group of flows, or of one flow.
 *
 * @param text as it is written
 * @param isOf which traffic has it
 * @param value empty where there is no sample
 */
record FlowMetric(String text, Predicate<Traffic> isOf, Function<GroupOutcome, OptionalDouble> value) {
    private static final Predicate<Traffic> CHUNKS = Traffic.Chunks.class::isInstance;
    private static final Predicate<Traffic> ANSWERED =
            ((Predicate<Traffic>) FlowMetric::isTcp).or(Traffic.Ping.class::isInstance);
    private static final Predicate<Traffic> STREAMS = Predicate.not(Traffic.Ping.class::isInstance);
    private static final Predicate<Traffic> PROBES = Predicate.not(FlowMetric::isTcp);

    static final List<FlowMetric> ALL = List.of(
            new FlowMetric("goodputMbit", traffic -> true, active(flows -> flows.goodputBitsPerSecond() / 1e6)),
            new FlowMetric("rttMinMillis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::minMicros)),
            new FlowMetric("rttMeanMillis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::meanMicros)),
            new FlowMetric("rttP50Millis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::p50Micros)),
            new FlowMetric("rttP95Millis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::p95Micros)),
            new FlowMetric("rttP99Millis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::p99Micros)),
            new FlowMetric("rttMaxMillis", ANSWERED, delay(GroupOutcome::rtt, DelayStats::maxMicros)),
            new FlowMetric("ackMeanMillis", FlowMetric::isTcp, delay(GroupOutcome::timeToAck, DelayStats::meanMicros)),
            new FlowMetric("ackP50Millis", FlowMetric::isTcp, delay(GroupOutcome::timeToAck, DelayStats::p50Micros)),
            new FlowMetric("ackP95Millis", FlowMetric::isTcp, delay(GroupOutcome::timeToAck, DelayStats::p95Micros)),
            new FlowMetric("ackP99Millis", FlowMetric::isTcp, delay(GroupOutcome::timeToAck, DelayStats::p99Micros)),
            new FlowMetric("ackMaxMillis", FlowMetric::isTcp, delay(GroupOutcome::timeToAck, DelayStats::maxMicros)),
            new FlowMetric("sentPackets", traffic -> true, flows -> OptionalDouble.of(flows.sentPackets())),
            new FlowMetric(
                    "resentPercent",
                    FlowMetric::isTcp,
                    sent(flows -> 100.0 * flows.resentPackets() / flows.sentPackets())),
            new FlowMetric("lostPackets", PROBES, flows -> OptionalDouble.of(flows.lostPackets())),
            // Of those lost some may have been sent in the warm-up.
            new FlowMetric(
                    "lostPercent",
                    PROBES,
                    sent(flows -> Math.min(100, 100.0 * flows.lostPackets() / flows.sentPackets()))),
            new FlowMetric("timeouts", FlowMetric::isTcp, active(GroupOutcome::timeouts)),
            new FlowMetric("silences", STREAMS, active(flows -> (double) flows.silences() / flows.activeFlows())),
            new FlowMetric("longestSilenceMillis", STREAMS, active(flows -> flows.longestSilenceMicros() / 1e3)),
            new FlowMetric(
                    "jain",
                    traffic -> true,
                    flows -> flows.goodputBitsPerSecond() > 0
                            ? OptionalDouble.of(flows.fairness())
                            : OptionalDouble.empty()),
            new FlowMetric("chunkP50Seconds", CHUNKS, chunk(DelayStats::p50Micros)),
            new FlowMetric("chunkP95Seconds", CHUNKS, chunk(DelayStats::p95Micros)),
            new FlowMetric("chunkMaxSeconds", CHUNKS, chunk(DelayStats::maxMicros)));

    private static boolean isTcp(Traffic traffic) {
        return traffic instanceof Traffic.Bulk || traffic instanceof Traffic.Chunks;
    }

    boolean isOf(Traffic traffic) {
        return isOf.test(traffic);
    }

    OptionalDouble of(GroupOutcome flows) {
        return value.apply(flows);
    }

    /** Of one flow, which is a group of one. */
    OptionalDouble of(FlowOutcome flow) {
        return value.apply(new GroupOutcome(
                flow.name(),
                1,
                flow.active() ? 1 : 0,
                flow.goodputBitsPerSecond(),
                flow.sentPackets(),
                flow.lostPackets(),
                flow.resentPackets(),
                flow.deliveries(),
                flow.timeouts(),
                flow.silences(),
                flow.longestSilenceMicros(),
                1,
                flow.rtt(),
                flow.timeToAck(),
                flow.chunkTime()));
    }

    /** Of flows that had time to: nothing delivered is a figure then. */
    private static Function<GroupOutcome, OptionalDouble> active(ToDoubleFunction<GroupOutcome> value) {
        return flows ->
                flows.activeFlows() > 0 ? OptionalDouble.of(value.applyAsDouble(flows)) : OptionalDouble.empty();
    }

    private static Function<GroupOutcome, OptionalDouble> sent(ToDoubleFunction<GroupOutcome> value) {
        return flows ->
                flows.sentPackets() > 0 ? OptionalDouble.of(value.applyAsDouble(flows)) : OptionalDouble.empty();
    }

    private static Function<GroupOutcome, OptionalDouble> delay(
            Function<GroupOutcome, DelayStats> delays, ToDoubleFunction<DelayStats> micros) {
        return flows -> scaled(delays.apply(flows), micros, 1e3);
    }

    private static Function<GroupOutcome, OptionalDouble> chunk(ToDoubleFunction<DelayStats> micros) {
        return flows -> scaled(flows.chunkTime(), micros, 1e6);
    }

    private static OptionalDouble scaled(DelayStats stats, ToDoubleFunction<DelayStats> micros, double parts) {
        return stats.count() > 0 ? OptionalDouble.of(micros.applyAsDouble(stats) / parts) : OptionalDouble.empty();
    }
}
