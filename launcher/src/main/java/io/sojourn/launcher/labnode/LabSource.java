// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.Simulation;
import io.sojourn.lab.net.Box;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.node.PacketSource;
import io.sojourn.node.path.Egress;
import io.sojourn.node.path.Packet;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Packets of a network in virtual time of which one box is a real node: hosts answer to what the node sends and drops.
 *
 * <p>The network never runs ahead of the node's next release, so it knows all that came before. A setting that lets
 * packets go between two events of the network reaches it at the later of the two: at most a packet time late.
 */
public final class LabSource implements PacketSource, Egress {
    private final NodePackets nodePackets;
    private final Senders senders;
    private final Simulation simulation;
    private final Door door;
    private final long epochNanos;

    /**
     * @param box name of the plan's one box, which is the node; what the plan says of its inside does not matter
     * @param epochNanos what the node's clock shows when virtual time is 0, a whole second
     */
    public LabSource(Plan plan, String box, Policy policy, long epochNanos) {
        this.nodePackets = new NodePackets(plan);
        this.senders = new Senders(plan, box, policy);
        this.epochNanos = epochNanos;
        this.simulation = new Simulation(plan, senders, Door::new);
        this.door = (Door) simulation.box(box);
    }

    @Override
    public boolean next(Packet into, Consumer<Reject> rejects) {
        return next(into, Long.MAX_VALUE, rejects);
    }

    @Override
    public boolean next(Packet into, long nextReleaseNanos, Consumer<Reject> rejects) {
        long untilNanos = nextReleaseNanos == Long.MAX_VALUE ? nextReleaseNanos : nextReleaseNanos - epochNanos;
        while (door.arrived.isEmpty() && simulation.nextNanos() < untilNanos) {
            simulation.runUntil(simulation.nextNanos() + 1);
        }
        io.sojourn.lab.net.Packet arrived = door.arrived.poll();
        if (arrived != null) {
            nodePackets.write(arrived, epochNanos + door.nowNanos, into);
            return true;
        }
        into.timeNanos = nextReleaseNanos;
        into.ipLengthBytes = 0;
        return nextReleaseNanos != Long.MAX_VALUE;
    }

    @Override
    public Egress egress() {
        return this;
    }

    @Override
    public void sent(Packet packet, long sojournNanos, long nowNanos) {
        door.exit.sent(door.packets.of((int) packet.handle), sojournNanos, virtual(nowNanos));
    }

    @Override
    public void dropped(Packet packet, DropCause cause, long nowNanos) {
        door.exit.dropped(door.packets.of((int) packet.handle), cause, virtual(nowNanos));
    }

    private long virtual(long nowNanos) {
        return Math.max(nowNanos - epochNanos, door.nowNanos);
    }

    /** Completes each batch of the node with what the senders know, on its way to a sink. */
    public SampleSink completing(SampleSink sink) {
        return new SampleSink() {
            @Override
            public void batch(SampleBatch batch) {
                long second = batch.startMillis() / 1_000 - epochNanos / 1_000_000_000L;
                sink.batch(senders.complete(batch, second));
            }

            @Override
            public void reject(Reject reject) {
                sink.reject(reject);
            }
        };
    }

    /** Hosts do not start again. */
    @Override
    public void rewind() {
        throw new UnsupportedOperationException("a network in virtual time runs once");
    }

    @Override
    public void close() {}

    /** Where packets of the network go into the node; it comes back to the network when the node says so. */
    private static final class Door implements Box {
        private final io.sojourn.lab.net.Packets packets;
        private final Exit exit;
        private final Deque<io.sojourn.lab.net.Packet> arrived = new ArrayDeque<>();
        private long nowNanos;

        Door(HopPlan.Box plan, io.sojourn.lab.net.Packets packets, Exit exit, long seed) {
            this.packets = packets;
            this.exit = exit;
        }

        @Override
        public void offer(io.sojourn.lab.net.Packet packet, long atNanos) {
            arrived.add(packet);
            nowNanos = atNanos;
        }

        @Override
        public void release(long atNanos) {}

        @Override
        public long nextReleaseNanos(long atNanos) {
            return Long.MAX_VALUE;
        }

        @Override
        public int backlogPackets() {
            return 0;
        }
    }
}
