// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What one line or box did.
 *
 * @param offeredOfFlow packets that came, by the flow's place in the plan; base of {@link #lossRatio}
 * @param droppedOfFlow dropped or lost; a packet that came in the warm-up and is dropped after it is here, not among those
 *     that came
 * @param dropped of them, dropped, by cause; a cause without a drop is left out
 * @param lostPackets of them, lost on the line
 * @param sentIpBytes IP bytes that left
 * @param backlogPeakPackets most that waited
 * @param sojourn waiting and being put on the wire, of what left
 */
public record HopOutcome(
        String name,
        List<Long> offeredOfFlow,
        List<Long> droppedOfFlow,
        Map<DropCause, Long> dropped,
        long lostPackets,
        long sentIpBytes,
        int backlogPeakPackets,
        DelayStats sojourn) {
    public HopOutcome {
        offeredOfFlow = List.copyOf(offeredOfFlow);
        droppedOfFlow = List.copyOf(droppedOfFlow);
        dropped = Map.copyOf(dropped);
    }

    HopOutcome(
            String name,
            long[] offeredOfFlow,
            long[] droppedOfFlow,
            Map<DropCause, Long> dropped,
            long lostPackets,
            long sentIpBytes,
            int backlogPeakPackets,
            DelayStats sojourn) {
        this(
                name,
                Arrays.stream(offeredOfFlow).boxed().toList(),
                Arrays.stream(droppedOfFlow).boxed().toList(),
                dropped,
                lostPackets,
                sentIpBytes,
                backlogPeakPackets,
                sojourn);
    }

    public long offeredPackets() {
        return sum(offeredOfFlow);
    }

    public long droppedPackets() {
        return sum(droppedOfFlow);
    }

    public long droppedPackets(DropCause cause) {
        return dropped.getOrDefault(cause, 0L);
    }

    /** Packets dropped or lost over packets offered, all flows; 0 when none was offered. */
    public double lossRatio() {
        return offeredPackets() == 0 ? 0 : (double) droppedPackets() / offeredPackets();
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
