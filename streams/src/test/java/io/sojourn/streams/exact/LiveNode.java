// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import java.util.List;
import java.util.Random;

/** A node that samples as the world's time goes on, and whose clock is wrong now and then. */
public final class LiveNode {
    private static final long LONGEST_MILLIS = 1_000;

    private final Random random;
    private final String node;
    private final List<QueueScript> queues;
    private long sequence;
    private long endMillis;

    public LiveNode(long seed, RawValues values, String node) {
        this.random = new Random(seed);
        this.node = node;
        this.queues = List.of(new QueueScript(random, values, "wan", 24));
    }

    /** What it counted since the batch before, at most a second of it. */
    public SampleBatch next(long nowMillis) {
        long wrongByMillis = random.nextInt(30) == 0 ? 100_000 : 0;
        long startMillis = Math.max(endMillis, nowMillis - LONGEST_MILLIS);
        endMillis = Math.max(nowMillis, startMillis + 1);
        return new SampleBatch(
                Schema.CURRENT,
                node,
                sequence++,
                Clocking.LIVE,
                startMillis + wrongByMillis,
                endMillis + wrongByMillis,
                queues.stream()
                        .map(queue -> queue.sample(endMillis - startMillis))
                        .toList(),
                queues.stream().flatMap(queue -> queue.flows().stream()).toList(),
                List.of());
    }
}
