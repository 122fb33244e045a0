// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.List;

/**
 * What a run measured, warm-up left out.
 *
 * @param seconds measured
 * @param flows in the order of the plan
 * @param groups in the order of their first flows
 * @param hops lines and boxes in the order of the plan
 */
public record Outcome(double seconds, List<FlowOutcome> flows, List<GroupOutcome> groups, List<HopOutcome> hops) {
    public Outcome {
        flows = List.copyOf(flows);
        groups = List.copyOf(groups);
        hops = List.copyOf(hops);
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public FlowOutcome flow(String name) {
        return flows.stream()
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no flow is called " + name));
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public GroupOutcome group(String name) {
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no group is called " + name));
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public HopOutcome hop(String name) {
        return hops.stream()
                .filter(hop -> hop.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no hop is called " + name));
    }
}
