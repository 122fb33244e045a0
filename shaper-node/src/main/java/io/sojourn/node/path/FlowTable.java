// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.Sketch;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What each flow of one queue did in the interval, in bounded memory.
 *
 * <p>Exact while the interval has at most {@value #KNOWN_LIMIT} flows. When there is one more, the half with the fewest
 * bytes is forgotten. What is then told of a flow is a lower bound: each forgetting takes from it at most one
 * {@value #HALF}th of the queue's bytes, since as many flows had at least as many. The flows that matter are told; a
 * flood of tiny ones cannot crowd them out or fill the memory.
 */
final class FlowTable {
    static final int KNOWN_LIMIT = 2_048;
    private static final int HALF = KNOWN_LIMIT / 2;
    private static final Comparator<FlowCount> MOST_BYTES_FIRST =
            Comparator.comparingLong((FlowCount count) -> count.bytes).reversed();

    private static final Comparator<FlowCount> MOST_LOST_FIRST =
            Comparator.comparingLong((FlowCount count) -> count.lostPackets).reversed();

    private final Map<FlowKey, FlowCount> flows = new HashMap<>();
    private final FlowKey probe = new FlowKey();
    private boolean forgot;

    private static final class FlowCount {
        private final FlowKey key;
        private long packets;
        private long bytes;
        private long lostPackets;
        private boolean withData;

        FlowCount(FlowKey key) {
            this.key = key;
        }
    }

    /** A packet came. */
    void offered(Packet packet, int lengthBytes) {
        FlowCount count = of(packet);
        count.packets++;
        count.bytes += lengthBytes;
        count.withData |= packet.payloadBytes > 0;
    }

    /** A packet that came, now or earlier, was dropped. */
    void lost(Packet packet) {
        of(packet).lostPackets++;
    }

    /** Flows with a packet that carried payload; null when some were forgotten and so cannot be counted. */
    @Nullable
    Long activeFlows() {
        return forgot
                ? null
                : flows.values().stream().filter(count -> count.withData).count();
    }

    /**
     * The flows with the most bytes, most first; ties by name, so that a replay says the same. Up to a quarter of the
     * places go to those that lost the most packets, if they are not among them.
     */
    List<FlowSample> top(String queue, int most) {
        Set<FlowCount> senders = greatest(MOST_BYTES_FIRST, most);
        List<FlowCount> losers = greatest(MOST_LOST_FIRST, most / 4).stream()
                .filter(count -> count.lostPackets > 0 && !senders.contains(count))
                .toList();
        return Stream.concat(senders.stream().limit(most - losers.size()), losers.stream())
                .map(count -> sample(queue, count))
                .sorted(Comparator.comparingLong(FlowSample::bytes).reversed().thenComparing(FlowSample::flow))
                .toList();
    }

    private Set<FlowCount> greatest(Comparator<FlowCount> order, int most) {
        return flows.values().stream().sorted(order).limit(most).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Begins a new interval. */
    void clear() {
        flows.clear();
        forgot = false;
    }

    int size() {
        return flows.size();
    }

    private FlowCount of(Packet packet) {
        FlowCount known = flows.get(probe.of(packet));
        if (known != null) {
            return known;
        }
        if (flows.size() >= KNOWN_LIMIT) {
            forgetHalf();
        }
        FlowCount count = new FlowCount(new FlowKey().of(packet));
        flows.put(count.key, count);
        return count;
    }

    private void forgetHalf() {
        List<FlowCount> smallest =
                flows.values().stream().sorted(MOST_BYTES_FIRST).skip(HALF).toList();
        smallest.forEach(count -> flows.remove(count.key));
        forgot = true;
    }

    /** A node sees no acknowledgments: nothing is said of data packets, resending, windows and round-trip times. */
    private static FlowSample sample(String queue, FlowCount count) {
        return new FlowSample(
                queue,
                count.key.name(),
                count.packets,
                count.bytes,
                0,
                count.lostPackets,
                0,
                0,
                Sketch.empty(),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
