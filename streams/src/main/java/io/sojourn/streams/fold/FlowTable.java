// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Schema;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flows of one queue in one window.
 *
 * <p>Counts are summed and round-trip times merged. The least round-trip time is the least, and jitter, MSS, windows, data
 * in flight and the share of window-limited time are the largest of the samples. When the congestion control changes in
 * the window, the later name in the alphabet is kept, so that the order of the samples never matters.
 *
 * <p>Exact up to {@value #FLOW_LIMIT} flows a second; the bytes of a flow first seen after that go to the others. A larger window
 * adds the {@value #TOP} largest of each smaller one: a flow that was not among them for a while is short by those bytes, which
 * are in {@code otherBytes}.
 */
final class FlowTable {
    static final int TOP = 64;
    static final int FLOW_LIMIT = 8_192;

    private final Map<String, FlowSample> flows = new HashMap<>();
    private long otherBytes;

    void add(List<FlowSample> samples) {
        for (FlowSample sample : samples) {
            FlowSample known = flows.get(sample.flow());
            if (known != null) {
                flows.put(sample.flow(), merge(known, sample));
            } else if (flows.size() < FLOW_LIMIT) {
                flows.put(sample.flow(), sample);
            } else {
                otherBytes = Sums.plus(otherBytes, sample.bytes());
            }
        }
    }

    /** Adds what a smaller window knew. */
    void add(FlowWindow smaller) {
        add(smaller.flows());
        otherBytes = Sums.plus(otherBytes, smaller.otherBytes());
    }

    /** Largest first by bytes, at equal bytes by name. */
    List<FlowSample> ordered() {
        return flows.values().stream()
                .sorted(Comparator.comparingLong(FlowSample::bytes).reversed().thenComparing(FlowSample::flow))
                .toList();
    }

    /** What the window of the queue knows of its flows. */
    static void note(WindowTotal total, List<FlowSample> ordered) {
        long count = 0;
        long bytes = 0;
        double squares = 0;
        long rttBytes = 0;
        for (FlowSample flow : ordered) {
            count += flow.bytes() > 0 ? 1 : 0;
            bytes = Sums.plus(bytes, flow.bytes());
            squares += (double) flow.bytes() * flow.bytes();
            rttBytes = Sums.plus(rttBytes, flow.rttMicros().isEmpty() ? 0 : flow.bytes());
        }
        total.flowCount = count;
        total.flowBytes = bytes;
        total.flowBytesSquared = squares;
        total.rttFlowBytes = rttBytes;
    }

    /** The top of the flows; the rest joins the others. */
    FlowWindow top(List<FlowSample> ordered, String node, String queue, long sizeMillis, long startMillis) {
        int top = Math.min(TOP, ordered.size());
        long rest = otherBytes;
        for (FlowSample flow : ordered.subList(top, ordered.size())) {
            rest = Sums.plus(rest, flow.bytes());
        }
        return new FlowWindow(Schema.CURRENT, node, queue, sizeMillis, startMillis, ordered.subList(0, top), rest);
    }

    static FlowSample merge(FlowSample a, FlowSample b) {
        return new FlowSample(
                a.queue(),
                a.flow(),
                Sums.plus(a.packets(), b.packets()),
                Sums.plus(a.bytes(), b.bytes()),
                Sums.plus(a.dataPackets(), b.dataPackets()),
                Sums.plus(a.lostPackets(), b.lostPackets()),
                Sums.plus(a.retransmittedPackets(), b.retransmittedPackets()),
                Sums.plus(a.reorderedPackets(), b.reorderedPackets()),
                a.rttMicros().merge(b.rttMicros()),
                Sums.min(a.minRttMicros(), b.minRttMicros()),
                Sums.max(a.jitterMicros(), b.jitterMicros()),
                Sums.max(a.mssBytes(), b.mssBytes()),
                Sums.max(a.advertisedWindowBytes(), b.advertisedWindowBytes()),
                Sums.max(a.inflightBytes(), b.inflightBytes()),
                Sums.max(a.windowLimitedRatio(), b.windowLimitedRatio()),
                laterInAlphabet(a.congestionControl(), b.congestionControl()));
    }

    private static @Nullable String laterInAlphabet(@Nullable String a, @Nullable String b) {
        if (a == null) {
            return b;
        }
        return b == null || a.compareTo(b) >= 0 ? a : b;
    }
}
