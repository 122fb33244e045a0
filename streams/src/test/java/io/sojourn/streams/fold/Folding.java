// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.List;

/** What the tests of the fold have in common. */
final class Folding {
    static final String NODE = "edge-1";

    private Folding() {}

    /** A batch of one queue that sent {@code packets}. */
    static SampleBatch batch(long sequence, long startMillis, long endMillis, long packets) {
        return Samples.batch(
                NODE,
                sequence,
                startMillis,
                endMillis,
                Samples.queue("wan0").sent(packets).build());
    }

    /** A batch that only moves the node's time on. */
    static SampleBatch heartbeat(long sequence, long startMillis, long endMillis) {
        return Samples.batch(NODE, sequence, startMillis, endMillis);
    }

    static NodeFold fold() {
        return new NodeFold(NODE, FoldRules.defaults(), Inventory.NONE);
    }

    /** Every window that the batches give in this order, those still open at the end included. */
    static List<QueueWindow> windows(NodeFold fold, Iterable<SampleBatch> batches) {
        List<QueueWindow> windows = new ArrayList<>();
        batches.forEach(batch -> windows.addAll(fold.accept(batch).windows()));
        windows.addAll(fold.flush().windows());
        return windows;
    }

    static List<QueueWindow> ofSize(List<QueueWindow> windows, long sizeMillis) {
        return windows.stream().filter(w -> w.sizeMillis() == sizeMillis).toList();
    }
}
