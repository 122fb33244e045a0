// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that keeps the hops and flows of a plan from being a network, each with its place. */
final class PlanProblems {
    private final Map<String, HopPlan> hops = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private PlanProblems() {}

    /** @throws IllegalArgumentException naming every problem, one a line */
    static void refuse(Plan plan) {
        PlanProblems found = new PlanProblems();
        found.lookAt(plan);
        if (!found.problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", found.problems));
        }
    }

    private void lookAt(Plan plan) {
        for (HopPlan hop : plan.hops()) {
            if (hops.putIfAbsent(hop.name(), hop) != null) {
                problems.add("two hops are called " + hop.name() + "; rename one");
            }
        }
        for (HopPlan hop : plan.hops()) {
            if (hop instanceof HopPlan.Balancer balancer) {
                lookAt(balancer);
            }
        }
        Set<String> names = new HashSet<>();
        for (FlowPlan flow : plan.flows()) {
            if (!names.add(flow.name())) {
                problems.add("two flows are called " + flow.name() + "; rename one");
            }
            lookAt(flow);
        }
    }

    private void lookAt(HopPlan.Balancer balancer) {
        for (int i = 0; i < balancer.branches().size(); i++) {
            String place = "balancer " + balancer.name() + ", branch " + (i + 1);
            for (String name : balancer.branches().get(i).hops()) {
                known(place, name);
                if (hops.get(name) instanceof HopPlan.Balancer) {
                    problems.add(place + ": " + name + " is a balancer; a branch has lines and boxes only");
                }
            }
        }
    }

    private void lookAt(FlowPlan flow) {
        flow.forward().forEach(name -> known("flow " + flow.name() + ", forward", name));
        flow.back().forEach(name -> known("flow " + flow.name() + ", back", name));
        boolean answers = flow.traffic() instanceof Traffic.Bulk || flow.traffic() instanceof Traffic.Chunks;
        if (answers && !takesTime(flow.forward()) && !takesTime(flow.back())) {
            problems.add("flow " + flow.name()
                    + ": a round trip of TCP takes no time on its way; name a line with a rate or a delay");
        }
    }

    private void known(String place, String name) {
        if (!hops.containsKey(name)) {
            problems.add(place + ": no hop is called " + name + "; there are " + String.join(", ", hops.keySet()));
        }
    }

    private boolean takesTime(List<String> names) {
        return names.stream().anyMatch(name -> takesTime(hops.get(name)));
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
                        .allMatch(conditions -> conditions.delayNanos() > 0
                                || conditions.rateBitsPerSecond() != HopPlan.Conditions.UNLIMITED);
    }
}
