// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.RoundTrip;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        if (!RoundTrip.takesTime(flow, hops)) {
            problems.add("flow " + flow.name()
                    + ": a round trip of TCP takes no time on its way; name a line with a rate or a delay");
        }
    }

    private void known(String place, String name) {
        if (!hops.containsKey(name)) {
            problems.add(place + ": no hop is called " + name + "; there are " + String.join(", ", hops.keySet()));
        }
    }
}
