// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.QueueDiscipline;

/** A subject in which packets wait: the store they are in, the clock, and how one is taken out. */
abstract class PassingSubject implements Subject, PacketFate {
    final PacketStore packets = new PacketStore(1 << 20);
    long nowNanos;

    /** The next packet, now or as soon as there is one; {@link QueueDiscipline#NONE} when all were dropped. */
    final int takeOut(QueueDiscipline discipline) {
        int packet = discipline.dequeue(nowNanos);
        if (packet == QueueDiscipline.NONE) {
            nowNanos = discipline.readyNanos(nowNanos);
            packet = discipline.dequeue(nowNanos);
        }
        if (packet != QueueDiscipline.NONE) {
            packets.release(packet);
        }
        return packet;
    }

    @Override
    public final void dropped(int packet, DropCause cause, long atNanos) {
        packets.release(packet);
    }

    @Override
    public final void marked(int packet, long atNanos) {}
}
