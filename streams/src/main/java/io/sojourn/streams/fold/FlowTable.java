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
 * <p>Exact up to {@value #FLOW_LIMIT} flows a window; the bytes of a flow first seen after that go to the others.
 */
final class FlowTable {
    static final int TOP = 64;
    static final int FLOW_LIMIT = 8_192;

    private final Map<String, FlowSample> flows = new HashMap<>();
    private long otherBytes;

    /**
     * What the samples would change; nothing is changed yet.
     *
     * @throws ArithmeticException or {@link io.sojourn.telemetry.OutOfRange} when a sum does not fit
     */
    Change merged(List<FlowSample> samples) {
        Map<String, FlowSample> next = new HashMap<>();
        long other = otherBytes;
        int room = FLOW_LIMIT - flows.size();
        for (FlowSample sample : samples) {
            @Nullable FlowSample known = next.getOrDefault(sample.flow(), flows.get(sample.flow()));
            if (known != null) {
                next.put(sample.flow(), merge(known, sample));
            } else if (room > 0) {
                next.put(sample.flow(), sample);
                room--;
            } else {
                other = Math.addExact(other, sample.bytes());
            }
        }
        return new Change(next, other);
    }

    void apply(Change change) {
        flows.putAll(change.flows());
        otherBytes = change.otherBytes();
    }

    /** The largest flows by bytes, at equal bytes by name. */
    FlowWindow top(String node, String queue, long sizeMillis, long startMillis) {
        List<FlowSample> ordered = flows.values().stream()
                .sorted(Comparator.comparingLong(FlowSample::bytes).reversed().thenComparing(FlowSample::flow))
                .toList();
        int top = Math.min(TOP, ordered.size());
        long rest = ordered.subList(top, ordered.size()).stream()
                .mapToLong(FlowSample::bytes)
                .reduce(otherBytes, Sums::saturated);
        return new FlowWindow(Schema.CURRENT, node, queue, sizeMillis, startMillis, ordered.subList(0, top), rest);
    }

    static FlowSample merge(FlowSample a, FlowSample b) {
        return new FlowSample(
                a.queue(),
                a.flow(),
                Math.addExact(a.packets(), b.packets()),
                Math.addExact(a.bytes(), b.bytes()),
                Math.addExact(a.dataPackets(), b.dataPackets()),
                Math.addExact(a.lostPackets(), b.lostPackets()),
                Math.addExact(a.retransmittedPackets(), b.retransmittedPackets()),
                Math.addExact(a.reorderedPackets(), b.reorderedPackets()),
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

    /** New values of flows, and of what goes to no flow. */
    record Change(Map<String, FlowSample> flows, long otherBytes) {}
}
