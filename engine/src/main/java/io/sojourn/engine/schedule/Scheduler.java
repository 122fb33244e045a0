// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.PacketStore;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all schedulers have in common: they find a packet's class, keep the backlog, and are asked which class is next.
 *
 * <p>No packet waits in a scheduler itself, only in the queues of its classes. A class is a place in the list the
 * scheduler was made with. At any change a new scheduler is made around the queues and inherits from the old one, so
 * settings never change under it.
 */
abstract class Scheduler implements QueueDiscipline {
    /** No class. */
    static final int NO_CLASS = -1;

    final PacketStore packets;
    private final String[] names;
    private final QueueDiscipline[] queues;
    /** By number of the leaf class: its class and, so that neither look-up waits for the other, its queue. */
    private final int[] classOfId;

    private final QueueDiscipline[] queueOfId;
    private int backlogPackets;
    private long backlogBytes;

    Scheduler(Surroundings around, List<TrafficClass> classes) {
        packets = around.packets();
        names = classes.stream().map(TrafficClass::name).toArray(String[]::new);
        queues = classes.stream().map(TrafficClass::queue).toArray(QueueDiscipline[]::new);
        classOfId = classOfId(classes);
        queueOfId = Arrays.stream(classOfId).mapToObj(leaf -> queues[leaf]).toArray(QueueDiscipline[]::new);
        for (QueueDiscipline queue : queues) {
            if (queue != null) {
                backlogPackets += queue.backlogPackets();
                backlogBytes += queue.backlogBytes();
            }
        }
    }

    /** The class' queue got its first packet. */
    abstract void backlogged(int leaf, long nowNanos);

    /** The class' queue got another packet beside those it had. */
    void grew(int leaf, long nowNanos) {}

    /**
     * The class whose turn it is, or {@link #NO_CLASS} when none may send now. Only classes with packets are chosen; a
     * scheduler whose classes may hold packets back chooses one that has a {@link #head}.
     */
    abstract int select(long nowNanos);

    /** The selected class sent a packet, and has more or not. */
    abstract void sent(int leaf, int lengthBytes, long nowNanos);

    /** The class' queue became empty. Comes after {@link #sent} when it was a packet sent that emptied it. */
    abstract void emptied(int leaf, long nowNanos);

    /** Constructors of schedulers end with it: queues that hold packets already take part. */
    final void activateAll(long nowNanos) {
        for (int leaf = 0; leaf < queues.length; leaf++) {
            if (queues[leaf] != null && queues[leaf].backlogPackets() > 0) {
                backlogged(leaf, nowNanos);
            }
        }
    }

    @Override
    public final void enqueue(int packet, long nowNanos) {
        int classId = packets.classId(packet);
        QueueDiscipline queue = queueOfId[classId];
        int packetsBefore = queue.backlogPackets();
        long bytesBefore = queue.backlogBytes();
        queue.enqueue(packet, nowNanos);
        account(classOfId[classId], queue, packetsBefore, bytesBefore, nowNanos);
    }

    @Override
    public final void adopt(int packet, long nowNanos) {
        throw new IllegalStateException("packets are adopted by the queues of a scheduler, before it is made");
    }

    @Override
    public final int dequeue(long nowNanos) {
        for (int leaf = select(nowNanos); leaf != NO_CLASS; leaf = select(nowNanos)) {
            QueueDiscipline queue = queues[leaf];
            int packetsBefore = queue.backlogPackets();
            long bytesBefore = queue.backlogBytes();
            int packet = queue.dequeue(nowNanos);
            if (packet != NONE) {
                sent(leaf, packets.lengthBytes(packet), nowNanos);
            }
            boolean unchanged = queue.backlogPackets() == packetsBefore;
            account(leaf, queue, packetsBefore, bytesBefore, nowNanos);
            if (packet != NONE || unchanged) {
                return packet;
            }
        }
        return NONE;
    }

    @Override
    public final int peek(long nowNanos) {
        for (int leaf = select(nowNanos); leaf != NO_CLASS; leaf = select(nowNanos)) {
            int packet = head(leaf, nowNanos);
            if (packet != NONE || queues[leaf].backlogPackets() > 0) {
                return packet;
            }
        }
        return NONE;
    }

    @Override
    public final int withdraw(long nowNanos) {
        throw new IllegalStateException("packets are withdrawn from the queues of a scheduler, not from it");
    }

    @Override
    public final void configure(Settings settings, long nowNanos) {
        throw new IllegalStateException("a scheduler is made anew at a change");
    }

    @Override
    public final int backlogPackets() {
        return backlogPackets;
    }

    @Override
    public final long backlogBytes() {
        return backlogBytes;
    }

    /**
     * First packet of the class; {@link #NONE} when its queue manager dropped all there were, or when the class holds its
     * packets back. Not for use in {@link #sent}.
     */
    final int head(int leaf, long nowNanos) {
        QueueDiscipline queue = queues[leaf];
        int packetsBefore = queue.backlogPackets();
        long bytesBefore = queue.backlogBytes();
        int packet = queue.peek(nowNanos);
        if (queue.backlogPackets() != packetsBefore) {
            account(leaf, queue, packetsBefore, bytesBefore, nowNanos);
        }
        return packet;
    }

    /** For each class, where the scheduler before this one had the class of the same name, or {@link #NO_CLASS}. */
    final int[] placesIn(Scheduler before) {
        Map<String, Integer> places = new HashMap<>();
        for (int place = 0; place < before.names.length; place++) {
            places.put(before.names[place], place);
        }
        return Arrays.stream(names)
                .mapToInt(name -> places.getOrDefault(name, NO_CLASS))
                .toArray();
    }

    final QueueDiscipline queue(int leaf) {
        return queues[leaf];
    }

    private void account(int leaf, QueueDiscipline queue, int packetsBefore, long bytesBefore, long nowNanos) {
        int packetsNow = queue.backlogPackets();
        backlogPackets += packetsNow - packetsBefore;
        backlogBytes += queue.backlogBytes() - bytesBefore;
        if (packetsBefore == 0 && packetsNow > 0) {
            backlogged(leaf, nowNanos);
        } else if (packetsNow > packetsBefore) {
            grew(leaf, nowNanos);
        } else if (packetsBefore > 0 && packetsNow == 0) {
            emptied(leaf, nowNanos);
        }
    }

    private static int[] classOfId(List<TrafficClass> classes) {
        int highest = -1;
        for (TrafficClass trafficClass : classes) {
            highest = Math.max(
                    highest, Arrays.stream(trafficClass.classIds()).max().orElse(-1));
        }
        int[] classOfId = new int[highest + 1];
        for (int index = 0; index < classes.size(); index++) {
            for (int id : classes.get(index).classIds()) {
                classOfId[id] = index;
            }
        }
        return classOfId;
    }
}
