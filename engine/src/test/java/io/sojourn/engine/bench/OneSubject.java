// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Surroundings;
import java.util.function.Function;

/**
 * One discipline with many flows or classes, each with a packet in it: one more goes in for one of them, and one comes
 * out, whosever it is. For classes the clock runs as a link of 10 Gbit/s would take packets.
 */
final class OneSubject extends PassingSubject {
    private static final int LENGTH_BYTES = 1000;
    private static final long CLASS_STEP_NANOS = 800;
    /** So little that no queue manager finds the wait for 100 000 other flows too long. */
    private static final long FLOW_STEP_NANOS = 10;

    private final QueueDiscipline discipline;
    private final Picks picks;
    private final boolean byFlow;
    private long handle;

    OneSubject(int count, boolean byFlow, Function<Surroundings, QueueDiscipline> factory) {
        this.byFlow = byFlow;
        discipline = factory.apply(new Surroundings(packets, this, 1));
        picks = new Picks(count);
        for (int i = 0; i < count; i++) {
            discipline.enqueue(packet(i), nowNanos);
        }
    }

    @Override
    public long step() {
        nowNanos += byFlow ? FLOW_STEP_NANOS : CLASS_STEP_NANOS;
        discipline.enqueue(packet(picks.next()), nowNanos);
        return takeOut(discipline);
    }

    private int packet(int queue) {
        int packet = packets.add(handle++, LENGTH_BYTES, nowNanos);
        if (byFlow) {
            packets.setFlow(packet, (queue + 1) * 0x9e3779b97f4a7c15L);
            packets.setHosts(packet, queue % 97, queue % 89);
        } else {
            packets.setClassId(packet, queue);
        }
        return packet;
    }
}
