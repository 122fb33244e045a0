// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LengthRule;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import io.sojourn.engine.link.Part;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.HopPlan;
import java.util.Arrays;

/** A link of the engine. */
public final class EngineBox implements Box, LinkObserver {
    /** More than any queue may be set to hold. */
    private static final int CAPACITY = 1 << 21;

    private static final int UNKNOWN = -1;

    private final String name;
    private final PacketStore store = new PacketStore(CAPACITY);
    private final Packets packets;
    private final Exit exit;
    private final Link link;
    private final ClassChooser classes;
    private final LengthRule lengths;
    private int[] classIds = new int[0];

    public EngineBox(HopPlan.Box plan, Packets packets, Exit exit, long seed) {
        this.name = plan.name();
        this.packets = packets;
        this.exit = exit;
        this.classes = plan.classes();
        this.lengths = plan.lengths();
        this.link = new Link(plan.root(), store, this, seed, 0);
    }

    @Override
    public void offer(Packet packet, long nowNanos) {
        int index = store.add(packet.boxIndex, lengths.length(packet.ipBytes), nowNanos);
        if (index == PacketStore.NONE) {
            throw new IllegalStateException("packets=" + CAPACITY + " wait in " + name + "; lower its limits");
        }
        describe(index, packet);
        link.offer(index, nowNanos);
    }

    private void describe(int index, Packet packet) {
        int flags = packet.acknowledgment ? PacketStore.PURE_ACK : 0;
        int sack = packet.acknowledgment && packet.sackBlocks > 0 ? PacketStore.HAS_SACK : 0;
        store.setFlow(index, packet.header.flow());
        store.setHosts(index, packet.header.sourceHost(), packet.header.destinationHost());
        store.setHeader(index, packet.header.tos, packet.header.protocol, flags | sack);
        store.setAckNumber(index, (int) packet.cumulative);
        store.setIpLengthBytes(index, packet.ipBytes);
        store.setClassId(index, classId(packet));
    }

    private int classId(Packet packet) {
        int at = 2 * packet.flow + (packet.backward ? 1 : 0);
        if (at >= classIds.length) {
            int before = classIds.length;
            classIds = Arrays.copyOf(classIds, 2 * at + 2);
            Arrays.fill(classIds, before, classIds.length, UNKNOWN);
        }
        if (classIds[at] == UNKNOWN) {
            String className = classes.classOf(packet.header);
            classIds[at] = link.classId(className)
                    .orElseThrow(() -> new IllegalArgumentException(name + " has no class " + className));
        }
        return classIds[at];
    }

    @Override
    public void release(long nowNanos) {
        for (int index = link.poll(nowNanos); index != PacketStore.NONE; index = link.poll(nowNanos)) {
            Packet packet = packets.of((int) store.handle(index));
            long sojournNanos = nowNanos - store.arrivalNanos(index);
            store.release(index);
            exit.sent(packet, sojournNanos, nowNanos);
        }
    }

    @Override
    public void dropped(int index, DropCause cause, long levelBytes, long nowNanos) {
        exit.dropped(packets.of((int) store.handle(index)), cause, nowNanos);
    }

    @Override
    public long nextReleaseNanos(long nowNanos) {
        return link.nextReleaseNanos(nowNanos);
    }

    @Override
    public int backlogPackets() {
        return link.backlogPackets();
    }

    /** Changes the box between two packets; see {@link Link#apply}. */
    public void apply(Part next, long nowNanos) {
        link.apply(next, nowNanos, Link.SAME_CLASS);
        Arrays.fill(classIds, UNKNOWN);
    }
}
