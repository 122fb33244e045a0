// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;

/**
 * Everything one node counted between two readings. Topic {@code samples}, key {@code node}: all queues of a node share
 * a partition. A batch without queues says that the node lives and moves its time on.
 *
 * @param schema {@link Schema#CURRENT}
 * @param sequence one more than the node's batch before; a gap is lost batches, a repeat is a duplicate and ignored
 * @param startMillis start of the interval, Unix epoch; the next batch starts where this one ends, or later
 * @param endMillis its end, at most 60 s later
 * @param queues one sample a queue
 * @param flows top flows by bytes
 * @param trails see {@link LossTrail}
 */
public record SampleBatch(
        int schema,
        String node,
        long sequence,
        Clocking clocking,
        long startMillis,
        long endMillis,
        List<QueueSample> queues,
        List<FlowSample> flows,
        List<LossTrail> trails) {
    /** Longest interval of a batch. */
    public static final long INTERVAL_LIMIT_MILLIS = 60_000;

    public SampleBatch {
        Schema.check(schema);
        Range.name("node", node);
        Range.atLeast("sequence", sequence, 0);
        Range.present("clocking", clocking);
        Range.interval(startMillis, endMillis);
        Range.atMost("endMillis - startMillis", endMillis - startMillis, INTERVAL_LIMIT_MILLIS);
        queues = List.copyOf(Range.present("queues", queues));
        flows = List.copyOf(Range.present("flows", flows));
        trails = List.copyOf(Range.present("trails", trails));
    }
}
