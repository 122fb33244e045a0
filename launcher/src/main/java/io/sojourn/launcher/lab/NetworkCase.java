// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A virtual network and the flows on it. Its boxes may be used by several threads at once. */
public record NetworkCase(String name, long durationNanos, long warmUpNanos, List<HopPlan> hops, List<FlowGroup> groups)
        implements Case {
    public NetworkCase {
        hops = List.copyOf(hops);
        groups = List.copyOf(groups);
    }

    /**
     * Flows that are told of together.
     *
     * @param flows each as it is when chance lets it start at once
     * @param spreadNanos each starts so much later at most, evenly
     */
    public record FlowGroup(String name, List<FlowPlan> flows, long spreadNanos) {
        public FlowGroup {
            flows = List.copyOf(flows);
        }
    }

    /** One run of it. */
    public Plan plan(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<FlowPlan> flows = new ArrayList<>();
        for (FlowGroup group : groups) {
            for (FlowPlan flow : group.flows()) {
                flows.add(group.spreadNanos() == 0 ? flow : later(flow, random.nextLong(group.spreadNanos() + 1)));
            }
        }
        return new Plan(seed, durationNanos, warmUpNanos, hops, flows);
    }

    /** Metrics of a group and of its flows. */
    public List<String> metrics(FlowGroup group) {
        return FlowMetric.ALL.stream()
                .filter(metric -> metric.isOf(group.flows().get(0).traffic()))
                .map(FlowMetric::text)
                .toList();
    }

    /** Metrics of lines and boxes. */
    public List<String> metricsOfHops() {
        return HopMetric.ALL.stream().map(HopMetric::text).toList();
    }

    private static FlowPlan later(FlowPlan flow, long nanos) {
        return new FlowPlan(
                flow.name(),
                flow.group(),
                flow.traffic(),
                flow.forward(),
                flow.back(),
                flow.header(),
                flow.startNanos() + nanos,
                flow.stopNanos());
    }
}
