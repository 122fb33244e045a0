// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The hops of a plan, and routes over them. */
public final class Network {
    private final Events events = new Events();
    private final Packets packets = new Packets();
    private final Map<String, Hop> hops = new HashMap<>();
    private final Map<String, HopPlan.Balancer> balancers = new HashMap<>();

    /** @throws IllegalArgumentException naming all that is wrong with the names of the plan, one a line */
    public Network(Plan plan, Observers observers, Box.Maker boxes) {
        PlanProblems.refuse(plan);
        SplittableRandom seeds = new SplittableRandom(plan.seed());
        for (HopPlan hop : plan.hops()) {
            // Each hop has chance of its own, so that one more hop changes nothing at the others before it.
            SplittableRandom random = seeds.split();
            hops.put(hop.name(), made(hop, observers, boxes, random));
        }
    }

    private Hop made(HopPlan hop, Observers observers, Box.Maker boxes, SplittableRandom random) {
        if (hop instanceof HopPlan.Line line) {
            return new Line(line, events, packets, observers.hop(line.name()), random);
        }
        if (hop instanceof HopPlan.Balancer balancer) {
            balancers.put(balancer.name(), balancer);
            return new Balancer(balancer, random.nextLong());
        }
        HopPlan.Box box = (HopPlan.Box) hop;
        return new BoxHop(
                events, packets, observers.hop(box.name()), exit -> boxes.make(box, packets, exit, random.nextLong()));
    }

    public Events events() {
        return events;
    }

    public Packets packets() {
        return packets;
    }

    /**
     * A route over hops in order.
     *
     * @throws IllegalArgumentException when a name is of no hop
     */
    public Route route(List<String> names, Endpoint end) {
        Step step = new Step((packet, nowNanos) -> {
            end.receive(packet, nowNanos);
            packets.giveBack(packet);
        });
        return new Route(before(names, step));
    }

    private Step before(List<String> names, Step last) {
        Step step = last;
        for (int i = names.size() - 1; i >= 0; i--) {
            step = before(names.get(i), step);
        }
        return step;
    }

    private Step before(String name, Step rest) {
        HopPlan.Balancer balancer = balancers.get(name);
        if (balancer == null) {
            return new Step(hop(name), rest);
        }
        return new Step(
                hop(name),
                balancer.branches().stream()
                        .map(branch -> before(branch.hops(), rest))
                        .toArray(Step[]::new));
    }

    private Hop hop(String name) {
        Hop hop = hops.get(name);
        if (hop == null) {
            throw new IllegalArgumentException("no hop is called " + name);
        }
        return hop;
    }

    /**
     * The box of a name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Box box(String name) {
        return boxHop(name).box();
    }

    /** Lets go what a change to a box set free. */
    public void drain(String box, long nowNanos) {
        boxHop(box).drain(nowNanos);
    }

    private BoxHop boxHop(String name) {
        if (hop(name) instanceof BoxHop box) {
            return box;
        }
        throw new IllegalArgumentException(name + " is not a box");
    }
}
