// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Senders that always have packets waiting: whatever leaves or is dropped is replaced at once. */
final class Greedy {
    /** A sender. */
    record Sender(long flow, int source, int destination, int tos, int lengthBytes) {}

    /** A packet that left. */
    record Sent(int sender, int lengthBytes, long arrivalNanos, long atNanos) {}

    static final int VOICE = 46 << 2;
    static final int BULK = 8 << 2;

    final Rig rig;
    final QueueDiscipline discipline;
    final List<Sender> senders;
    final List<Sent> sent = new ArrayList<>();
    private final List<Integer> senderOfHandle = new ArrayList<>();
    private final BitSet active = new BitSet();
    private int lossesSeen;

    Greedy(Rig rig, QueueDiscipline discipline, List<Sender> senders) {
        this.rig = rig;
        this.discipline = discipline;
        this.senders = senders;
    }

    /** Lets packets leave when they may, until {@code untilNanos}; each sender has {@code window} waiting. */
    void run(int window, long untilNanos) {
        fill(window);
        go(0, untilNanos);
    }

    /** Goes on from {@code fromNanos}. */
    void go(long fromNanos, long untilNanos) {
        long nowNanos = fromNanos;
        while (nowNanos <= untilNanos) {
            nowNanos = step(nowNanos) ? nowNanos : discipline.readyNanos(nowNanos);
        }
    }

    /** From now on the sender has {@code window} waiting. */
    void start(int sender, int window, long nowNanos) {
        active.set(sender);
        for (int i = 0; i < window; i++) {
            offer(sender, nowNanos);
        }
    }

    /** What leaves is not replaced any more. */
    void stop(int sender) {
        active.clear(sender);
    }

    /** Takes one packet a microsecond. */
    void serve(int window, int packets) {
        fill(window);
        for (int i = 0; i < packets; i++) {
            step(i * 1_000L);
        }
    }

    private void fill(int window) {
        active.set(0, senders.size());
        for (int i = 0; i < senders.size() * window; i++) {
            offer(i % senders.size(), 0);
        }
    }

    private boolean step(long nowNanos) {
        int packet = discipline.dequeue(nowNanos);
        if (packet != QueueDiscipline.NONE) {
            int sender = senderOfHandle.get((int) rig.packets.handle(packet));
            long arrivalNanos = rig.packets.arrivalNanos(packet);
            sent.add(new Sent(sender, rig.packets.lengthBytes(packet), arrivalNanos, nowNanos));
            rig.packets.release(packet);
            offer(sender, nowNanos);
        }
        replaceLosses(nowNanos);
        return packet != QueueDiscipline.NONE;
    }

    /** Of all bytes sent after {@code fromNanos}, the part of this sender. */
    double share(int sender, long fromNanos) {
        long all = 0;
        long own = 0;
        for (Sent each : sent) {
            if (each.atNanos() > fromNanos) {
                all += each.lengthBytes();
                own += each.sender() == sender ? each.lengthBytes() : 0;
            }
        }
        return (double) own / all;
    }

    private void replaceLosses(long nowNanos) {
        while (lossesSeen < rig.losses.size()) {
            offer(senderOfHandle.get((int) rig.losses.get(lossesSeen).handle()), nowNanos);
            lossesSeen++;
        }
    }

    private void offer(int number, long nowNanos) {
        if (!active.get(number)) {
            return;
        }
        Sender sender = senders.get(number);
        int packet = rig.packet(sender.lengthBytes(), sender.flow(), 0, nowNanos);
        rig.packets.setHosts(packet, sender.source(), sender.destination());
        rig.packets.setTos(packet, sender.tos());
        senderOfHandle.add(number);
        discipline.enqueue(packet, nowNanos);
    }
}
