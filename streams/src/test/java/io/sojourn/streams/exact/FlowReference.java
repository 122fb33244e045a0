// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The flows of one queue in one window: those of its samples, and the top of each window of the size below. */
final class FlowReference {
    static final Comparator<FlowSample> LARGEST_FIRST =
            Comparator.comparingLong(FlowSample::bytes).reversed().thenComparing(FlowSample::flow);

    private static final int TOP = 64;

    private final List<FlowSample> flows;
    private final long otherBytes;

    /**
     * @param entered samples that enter at this size
     * @param smaller windows of the size below
     */
    FlowReference(RawValues values, List<FlowSample> entered, List<FlowWindow> smaller) {
        List<FlowSample> all = new ArrayList<>(entered);
        smaller.forEach(window -> all.addAll(window.flows()));
        flows =
                all.stream()
                        .collect(Collectors.groupingBy(FlowSample::flow, TreeMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .map(parts -> together(values, parts))
                        .sorted(LARGEST_FIRST)
                        .toList();
        otherBytes = Sum.of(smaller, FlowWindow::otherBytes);
    }

    /** All of them, largest first. */
    List<FlowSample> flows() {
        return flows;
    }

    FlowWindow top(String node, String queue, long sizeMillis, long startMillis) {
        long restBytes = flows.stream().skip(TOP).mapToLong(FlowSample::bytes).sum();
        return new FlowWindow(
                Schema.CURRENT,
                node,
                queue,
                sizeMillis,
                startMillis,
                flows.stream().limit(TOP).toList(),
                otherBytes + restBytes);
    }

    /** @param flows all that a window of a queue knows of, not the top alone */
    static Map<String, Object> fields(List<FlowSample> flows) {
        List<FlowSample> sent = flows.stream().filter(flow -> flow.bytes() > 0).toList();
        double squared = 0;
        for (FlowSample flow : sent) {
            squared += (double) flow.bytes() * flow.bytes();
        }
        List<FlowSample> timed =
                sent.stream().filter(flow -> !flow.rttMicros().isEmpty()).toList();
        boolean any = !flows.isEmpty();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("flowCount", any ? (Long) (long) sent.size() : null);
        fields.put("flowBytes", any ? (Long) Sum.of(sent, FlowSample::bytes) : null);
        fields.put("flowBytesSquared", any ? (Double) squared : null);
        fields.put("rttFlowBytes", any ? (Long) Sum.of(timed, FlowSample::bytes) : null);
        return fields;
    }

    /** Those of several queues in one second. */
    static Map<String, Object> beside(List<Map<String, Object>> queues) {
        Map<String, Object> fields = inTime(queues);
        fields.put("flowCount", Sum.known(queues, queue -> (Long) queue.get("flowCount")));
        fields.put(
                "flowBytesSquared",
                queues.stream()
                        .map(queue -> (Double) queue.get("flowBytesSquared"))
                        .filter(Objects::nonNull)
                        .reduce(Double::sum)
                        .orElse(null));
        return fields;
    }

    /** Those of several seconds: how many different ones they are is not known. */
    static Map<String, Object> inTime(List<Map<String, Object>> seconds) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("flowCount", null);
        fields.put("flowBytes", Sum.known(seconds, second -> (Long) second.get("flowBytes")));
        fields.put("flowBytesSquared", null);
        fields.put("rttFlowBytes", Sum.known(seconds, second -> (Long) second.get("rttFlowBytes")));
        return fields;
    }

    private static FlowSample together(RawValues values, List<FlowSample> parts) {
        FlowSample first = parts.get(0);
        return new FlowSample(
                first.queue(),
                first.flow(),
                Sum.of(parts, FlowSample::packets),
                Sum.of(parts, FlowSample::bytes),
                Sum.of(parts, FlowSample::dataPackets),
                Sum.of(parts, FlowSample::lostPackets),
                Sum.of(parts, FlowSample::retransmittedPackets),
                Sum.of(parts, FlowSample::reorderedPackets),
                values.remembered(parts.stream().map(FlowSample::rttMicros)),
                least(parts, FlowSample::minRttMicros),
                Sum.greatest(parts, FlowSample::jitterMicros),
                Sum.greatest(parts, FlowSample::mssBytes),
                Sum.greatest(parts, FlowSample::advertisedWindowBytes),
                Sum.greatest(parts, FlowSample::inflightBytes),
                Sum.greatest(parts, FlowSample::windowLimitedRatio),
                Sum.greatest(parts, FlowSample::congestionControl));
    }

    private static Long least(List<FlowSample> parts, Function<FlowSample, Long> value) {
        Long greatest = Sum.greatest(parts, part -> value.apply(part) == null ? null : (Long) (-value.apply(part)));
        return greatest == null ? null : (Long) (-greatest);
    }
}
