// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Surroundings;
import java.util.function.Function;

/** Many queues beside each other, each with a packet in it: one more goes into one of them, and one comes out of it. */
final class QueuesSubject extends PassingSubject {
    private static final int LENGTH_BYTES = 1000;
    private static final long STEP_NANOS = 10;

    private final QueueDiscipline[] queues;
    private final Picks picks;

    QueuesSubject(int count, Function<Surroundings, QueueDiscipline> factory) {
        Surroundings around = new Surroundings(packets, this, 1);
        queues = new QueueDiscipline[count];
        for (int i = 0; i < count; i++) {
            queues[i] = factory.apply(around);
            queues[i].enqueue(packets.add(i, LENGTH_BYTES, nowNanos), nowNanos);
        }
        picks = new Picks(count);
    }

    @Override
    public long step() {
        QueueDiscipline queue = queues[picks.next()];
        nowNanos += STEP_NANOS;
        queue.enqueue(packets.add(0, LENGTH_BYTES, nowNanos), nowNanos);
        return takeOut(queue);
    }
}
