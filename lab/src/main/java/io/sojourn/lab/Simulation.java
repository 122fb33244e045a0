// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.link.Part;
import io.sojourn.lab.host.Hosts;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.net.Box;
import io.sojourn.lab.net.EngineBox;
import io.sojourn.lab.net.Network;
import io.sojourn.lab.plan.Plan;

/** A network under way. Time goes on only when it is told to. Not safe for use by several threads. */
public final class Simulation {
    private final Network network;
    private long nowNanos;

    public Simulation(Plan plan, Observers observers) {
        this(plan, observers, EngineBox::new);
    }

    /** @param boxes makes the boxes */
    public Simulation(Plan plan, Observers observers, Box.Maker boxes) {
        network = new Network(plan, observers, boxes);
        Hosts.connect(plan, network, observers);
    }

    /** Lets everything before a time happen. */
    public void runUntil(long endNanos) {
        network.events().runUntil(endNanos);
        nowNanos = Math.max(nowNanos, endNanos);
    }

    /** When something happens next; {@code Long.MAX_VALUE} when nothing ever will. */
    public long nextNanos() {
        return network.events().nextNanos();
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** Events so far. */
    public long events() {
        return network.events().happened();
    }

    /** Packets that are on a line, in a box or with a host. */
    public int packetsUnderWay() {
        return network.packets().underWay();
    }

    /**
     * The box of a name, as its maker made it.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Box box(String name) {
        return network.box(name);
    }

    /**
     * Changes a box of the engine, now.
     *
     * @throws IllegalArgumentException when there is none of that name, or it is none of the engine
     */
    public void apply(String box, Part next) {
        if (!(network.box(box) instanceof EngineBox link)) {
            throw new IllegalArgumentException(box + " is no box of the engine");
        }
        link.apply(next, nowNanos);
        network.drain(box, nowNanos);
    }

    /** Lets a box go on that was changed from outside, now. */
    public void drain(String box) {
        network.drain(box, nowNanos);
    }
}
