// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What became of one group's packets at a line or a box.
 *
 * @param droppedPackets dropped or lost
 */
public record GroupLoss(String group, long offeredPackets, long droppedPackets) {
    /** Of each group of a network, in its order. */
    public static List<GroupLoss> at(HopOutcome hop, NetworkCase network) {
        List<GroupLoss> losses = new ArrayList<>();
        int from = 0;
        for (FlowGroup group : network.groups()) {
            int to = from + group.flows().size();
            losses.add(new GroupLoss(
                    group.name(),
                    sum(hop.offeredOfFlow().subList(from, to)),
                    sum(hop.droppedOfFlow().subList(from, to))));
            from = to;
        }
        return losses;
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** Empty when none was offered. */
    public OptionalDouble percent() {
        return offeredPackets == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(100.0 * droppedPackets / offeredPackets);
    }
}
