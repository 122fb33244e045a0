// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.net.Box;
import io.sojourn.lab.net.EngineBox;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs a plan in virtual time with nodes for boxes, for the samples that such nodes would send. */
public final class LabSamples {
    private final Plan plan;
    private final Map<String, As> nodes;
    private final long epochMillis;
    private final Consumer<SampleBatch> to;
    private final NodePackets nodePackets;
    private final Map<String, Senders> senders = new LinkedHashMap<>();
    private final List<NodeBox> made = new ArrayList<>();

    /**
     * What a box is on the wire.
     *
     * @param node its name
     * @param policy what it does with packets; the plan's own box is not looked at
     */
    public record As(String node, Policy policy) {}

    private LabSamples(Plan plan, Map<String, As> nodes, long epochMillis, Consumer<SampleBatch> to) {
        this.plan = plan;
        this.nodes = new HashMap<>(nodes);
        this.epochMillis = epochMillis;
        this.to = to;
        this.nodePackets = new NodePackets(plan);
        nodes.forEach((box, as) -> senders.put(box, new Senders(plan, box, as.policy())));
    }

    /**
     * @param nodes by name of the box; a box that is not in it is the engine's and sends nothing
     * @param epochMillis what the nodes' clocks show when virtual time is 0, a whole second
     * @param to takes the batches, those of a node in the order of their time
     */
    public static void run(Plan plan, Map<String, As> nodes, long epochMillis, Consumer<SampleBatch> to) {
        run(plan, nodes, NOBODY, epochMillis, to);
    }

    /** @param others who is told of everything, too */
    public static void run(
            Plan plan, Map<String, As> nodes, Observers others, long epochMillis, Consumer<SampleBatch> to) {
        new LabSamples(plan, nodes, epochMillis, to).run(others);
    }

    private void run(Observers others) {
        new Simulation(plan, Observers.both(observers(), others), this::box).runUntil(plan.durationNanos());
        made.forEach(box -> box.finish(plan.durationNanos()));
    }

    private Box box(HopPlan.Box box, Packets packets, Box.Exit exit, long seed) {
        As as = nodes.get(box.name());
        Senders knowing = senders.get(box.name());
        if (as == null || knowing == null) {
            return new EngineBox(box, packets, exit, seed);
        }
        NodeBox node =
                new NodeBox(as.node(), as.policy(), nodePackets, packets, exit, epochMillis * 1_000_000, sink(knowing));
        made.add(node);
        return node;
    }

    private SampleSink sink(Senders knowing) {
        return new SampleSink() {
            @Override
            public void batch(SampleBatch batch) {
                to.accept(knowing.complete(batch, (batch.startMillis() - epochMillis) / 1_000));
            }

            @Override
            public void reject(Reject reject) {
                throw new IllegalStateException(reject.line());
            }
        };
    }

    private static final Observers NOBODY = new Observers() {
        @Override
        public FlowObserver flow(int flow) {
            return FlowObserver.NONE;
        }

        @Override
        public HopObserver hop(String name) {
            return HopObserver.NONE;
        }
    };

    private Observers observers() {
        return new Observers() {
            @Override
            public FlowObserver flow(int flow) {
                return senders.values().stream()
                        .map(each -> each.flow(flow))
                        .reduce(FlowObserver::both)
                        .orElse(FlowObserver.NONE);
            }

            @Override
            public HopObserver hop(String name) {
                return HopObserver.NONE;
            }
        };
    }
}
