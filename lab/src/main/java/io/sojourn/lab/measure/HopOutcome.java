// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;
import java.util.List;
import java.util.Map;

/**
 * What one line or box did. What was offered was sent, dropped or lost, or waits at the end.
 *
 * @param offeredOfFlow packets that came or, when the warm-up ended, waited, by the flow's place in the plan; base of
 *     {@link #lossRatio}
 * @param droppedOfFlow of them, dropped or lost
 * @param dropped of them, dropped, by cause; a cause without a drop is left out
 * @param lostPackets of them, lost on the line
 * @param sentPackets that left
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
        long sentPackets,
        long sentIpBytes,
        int backlogPeakPackets,
        DelayStats sojourn) {
    public HopOutcome {
        offeredOfFlow = List.copyOf(offeredOfFlow);
        droppedOfFlow = List.copyOf(droppedOfFlow);
        dropped = Map.copyOf(dropped);
    }

    public long offeredPackets() {
        return sum(offeredOfFlow);
    }

    /** Those that were lost too. */
    public long droppedPackets() {
        return sum(droppedOfFlow);
    }

    public long droppedPackets(DropCause cause) {
        return dropped.getOrDefault(cause, 0L);
    }

    /** Packets that wait, or are being put on the wire, at the end. */
    public long waitingPackets() {
        return offeredPackets() - sentPackets - droppedPackets();
    }

    /** Packets dropped or lost over packets offered, all flows; 0 when none was offered. */
    public double lossRatio() {
        return offeredPackets() == 0 ? 0 : (double) droppedPackets() / offeredPackets();
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
