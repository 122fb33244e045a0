// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import io.sojourn.lab.plan.HopPlan.Conditions;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a round trip of TCP always takes time. Where it takes none an answer comes when its question does, and virtual
 * time stands still.
 */
public final class RoundTrip {
    private final Map<String, HopPlan> hops;

    private RoundTrip(Map<String, HopPlan> hops) {
        this.hops = hops;
    }

    /** @param hops by name; others are taken for ones that take no time */
    public static boolean takesTime(FlowPlan flow, Map<String, HopPlan> hops) {
        boolean answers = flow.traffic() instanceof Traffic.Bulk || flow.traffic() instanceof Traffic.Chunks;
        RoundTrip way = new RoundTrip(hops);
        return !answers
                || Stream.concat(flow.forward().stream(), flow.back().stream())
                        .anyMatch(name -> way.takesTime(hops.get(name)));
    }

    private boolean takesTime(@Nullable HopPlan hop) {
        return hop instanceof HopPlan.Balancer balancer
                ? balancer.branches().stream().allMatch(this::holdsUp)
                : holdsUp(hop);
    }

    private boolean holdsUp(HopPlan.Branch branch) {
        return branch.hops().stream().anyMatch(name -> holdsUp(hops.get(name)));
    }

    /** Whether a hop is a line that packets always take some time to pass. */
    private static boolean holdsUp(@Nullable HopPlan hop) {
        return hop instanceof HopPlan.Line line
                && Stream.concat(
                                Stream.of(line.conditions()),
                                line.changes().stream().map(HopPlan.Change::to))
                        .allMatch(conditions ->
                                conditions.delayNanos() > 0 || conditions.rateBitsPerSecond() != Conditions.UNLIMITED);
    }
}
