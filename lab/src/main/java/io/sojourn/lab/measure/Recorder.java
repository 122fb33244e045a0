// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the outcome of a run from the end of its warm-up on. */
public final class Recorder implements Observers {
    private final Plan plan;
    private final List<FlowRecorder> flows = new ArrayList<>();
    private final Map<String, HopRecorder> hops = new LinkedHashMap<>();

    public Recorder(Plan plan) {
        this.plan = plan;
        for (FlowPlan flow : plan.flows()) {
            flows.add(new FlowRecorder(flow, plan.warmUpNanos()));
        }
        for (HopPlan hop : plan.hops()) {
            hops.put(hop.name(), new HopRecorder(hop.name(), plan.flows().size(), plan.warmUpNanos()));
        }
    }

    @Override
    public FlowObserver flow(int flow) {
        return flows.get(flow);
    }

    @Override
    public HopObserver hop(String name) {
        HopRecorder hop = hops.get(name);
        if (hop == null) {
            throw new IllegalArgumentException("no hop is called " + name);
        }
        return hop;
    }

    /** Of the whole run: asked for before its end, as if nothing came until then. Changes nothing. */
    public Outcome outcome() {
        long endNanos = plan.durationNanos();
        Map<String, GroupRecorder> groups = new LinkedHashMap<>();
        List<FlowOutcome> outcomes = new ArrayList<>();
        List<HopOutcome> ofHops =
                hops.values().stream().map(HopRecorder::outcome).toList();
        for (int i = 0; i < flows.size(); i++) {
            FlowRecorder flow = flows.get(i);
            FlowOutcome outcome = flow.outcome(lost(i, ofHops), endNanos);
            outcomes.add(outcome);
            groups.computeIfAbsent(flow.group, GroupRecorder::new).add(flow, outcome);
        }
        return new Outcome(
                (endNanos - plan.warmUpNanos()) / 1e9,
                outcomes,
                groups.values().stream().map(GroupRecorder::outcome).toList(),
                ofHops);
    }

    private static long lost(int flow, List<HopOutcome> hops) {
        return hops.stream().mapToLong(hop -> hop.droppedOfFlow().get(flow)).sum();
    }
}
