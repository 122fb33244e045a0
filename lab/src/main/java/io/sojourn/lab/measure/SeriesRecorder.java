// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps what a drawing of a run needs.
 *
 * <p>The run is kept in steps of 100 ms, doubled until there are at most {@value #MOST_STEPS}. Single packets are kept of
 * {@value #MOST_CLOSE_UPS} flows in the first 3 s after the warm-up, in steps of 5 ms: finer than a drawing shows.
 */
public final class SeriesRecorder implements Observers {
    /** With more flows than this, flows of a group share a curve. */
    static final int MOST_FLOWS = 8;

    static final int MOST_CLOSE_UPS = 4;
    static final int MOST_STEPS = 600;

    private static final long STEP_NANOS = 100_000_000;
    private static final long CLOSE_UP_NANOS = 3_000_000_000L;
    private static final long CLOSE_UP_STEP_NANOS = 5_000_000;

    private final Steps run;
    private final Map<String, CurveRecorder> curves = new LinkedHashMap<>();
    private final List<FlowObserver> flows = new ArrayList<>();
    private final List<CloseUpRecorder> closeUps = new ArrayList<>();
    private final Map<String, HopSeriesRecorder> hops = new LinkedHashMap<>();

    public SeriesRecorder(Plan plan) {
        run = Steps.covering(0, plan.durationNanos(), STEP_NANOS, MOST_STEPS);
        addFlows(plan);
        for (HopPlan hop : plan.hops()) {
            hops.put(hop.name(), new HopSeriesRecorder(hop, run));
        }
    }

    private void addFlows(Plan plan) {
        boolean byGroup = plan.flows().size() > MOST_FLOWS;
        Set<FlowPlan> close = closeUps(plan.flows());
        Steps closeUp = closeUpSteps(plan);
        for (FlowPlan flow : plan.flows()) {
            CurveRecorder curve =
                    curves.computeIfAbsent(byGroup ? flow.group() : flow.name(), name -> new CurveRecorder(name, run));
            curve.flows++;
            flows.add(close.contains(flow) ? FlowObserver.both(curve, closeUp(flow, closeUp)) : curve);
        }
    }

    private CloseUpRecorder closeUp(FlowPlan flow, Steps steps) {
        CloseUpRecorder recorder = new CloseUpRecorder(flow, steps);
        closeUps.add(recorder);
        return recorder;
    }

    private static Steps closeUpSteps(Plan plan) {
        long toNanos = Math.min(plan.durationNanos(), plan.warmUpNanos() + CLOSE_UP_NANOS);
        return Steps.covering(plan.warmUpNanos(), toNanos, CLOSE_UP_STEP_NANOS, MOST_STEPS);
    }

    /** The first flow of each group, then the others, until there are enough. */
    private static Set<FlowPlan> closeUps(List<FlowPlan> flows) {
        Map<String, FlowPlan> firsts = new LinkedHashMap<>();
        flows.forEach(flow -> firsts.putIfAbsent(flow.group(), flow));
        Set<FlowPlan> chosen = new LinkedHashSet<>(firsts.values());
        chosen.addAll(flows);
        return Set.copyOf(chosen.stream().limit(MOST_CLOSE_UPS).toList());
    }

    @Override
    public FlowObserver flow(int flow) {
        return flows.get(flow);
    }

    @Override
    public HopObserver hop(String name) {
        HopSeriesRecorder hop = hops.get(name);
        if (hop == null) {
            throw new IllegalArgumentException("no hop is called " + name);
        }
        return hop;
    }

    /** The run is over. */
    public Series series() {
        return new Series(
                run,
                curves.values().stream().map(CurveRecorder::curve).toList(),
                closeUps.stream().map(CloseUpRecorder::closeUp).toList(),
                hops.values().stream().map(HopSeriesRecorder::series).toList());
    }
}
