// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.List;

/** One flow over some hops and back over others, and all that its ends and its first hop there tell. */
final class OneFlow implements Observers, FlowObserver {
    final List<Long> sentNanos = new ArrayList<>();
    final List<Long> deliveredNanos = new ArrayList<>();
    final List<Long> rttNanos = new ArrayList<>();
    final List<Long> completedNanos = new ArrayList<>();
    final List<Long> tookNanos = new ArrayList<>();
    final List<Long> comesBackNanos = new ArrayList<>();
    long deliveredBytes;
    final Simulation simulation;

    /** @param back its length is told of in {@link #comesBackNanos} */
    OneFlow(Traffic traffic, HopPlan there, HopPlan.Line back, long startNanos, long stopNanos) {
        FlowPlan flow = new FlowPlan(
                "flow",
                "flows",
                traffic,
                List.of(there.name()),
                List.of(back.name()),
                Headers.udp(0),
                startNanos,
                stopNanos);
        simulation = new Simulation(new Plan(1, Long.MAX_VALUE, 0, List.of(there, back), List.of(flow)), this);
    }

    OneFlow(Traffic traffic, long delayNanos, long startNanos, long stopNanos) {
        this(
                traffic,
                HopPlan.Line.delay("there", delayNanos),
                HopPlan.Line.delay("back", delayNanos),
                startNanos,
                stopNanos);
    }

    OneFlow until(long nanos) {
        simulation.runUntil(nanos);
        return this;
    }

    @Override
    public FlowObserver flow(int flow) {
        return this;
    }

    @Override
    public HopObserver hop(String name) {
        return name.equals("back") ? new Back() : HopObserver.NONE;
    }

    private final class Back implements HopObserver {
        @Override
        public void offered(int flow, int ipBytes, long nowNanos) {
            if (ipBytes == VideoClient.REQUEST_IP_BYTES) {
                comesBackNanos.add(nowNanos);
            }
        }
    }

    @Override
    public void sent(long number, boolean again, long nowNanos) {
        sentNanos.add(nowNanos);
    }

    @Override
    public void delivered(long payloadBytes, long nowNanos) {
        deliveredNanos.add(nowNanos);
        deliveredBytes += payloadBytes;
    }

    @Override
    public void rtt(long nanos, long nowNanos) {
        rttNanos.add(nanos);
    }

    @Override
    public void completed(long nanos, long nowNanos) {
        tookNanos.add(nanos);
        completedNanos.add(nowNanos);
    }
}
