// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.Fate;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.NodeRestore;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A fold that can be lost: keeps what a restart needs, and more, and makes another of it. */
final class Survivor {
    private final FoldRules rules;
    private final Inventory inventory;
    private final List<Closed> closed = new ArrayList<>();
    private final List<SampleBatch> batches = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private NodeFold fold;

    Survivor(String node, FoldRules rules, Inventory inventory) {
        this.rules = rules;
        this.inventory = inventory;
        this.fold = new NodeFold(node, rules, inventory);
    }

    Folded on(Event event) {
        Folded folded = FoldExactnessTest.on(fold, event);
        if (event instanceof Event.Arrival arrival && folded.entry() != null) {
            if (folded.fate() == Fate.FOLDED) {
                batches.add(arrival.batch());
            } else {
                late.add(new Late(arrival.batch(), folded.entry()));
            }
        }
        folded.closed().stream()
                .filter(each -> NodeRestore.isKept(rules, each.size()))
                .forEach(closed::add);
        return folded;
    }

    Folded flush() {
        return fold.flush();
    }

    /** Batches come again in any order. */
    void restart() {
        NodeRestore restore = new NodeRestore(fold.state(), rules, inventory);
        for (Closed each : closed) {
            List<QueueWindow> windows =
                    Stream.concat(each.windows().stream(), each.sums().stream()).toList();
            restore.closed(each.size(), each.startMillis(), windows, each.flows());
        }
        Collections.reverse(batches);
        batches.removeIf(batch -> !restore.batch(batch));
        late.forEach(each -> restore.late(each.batch(), each.entry()));
        fold = restore.done();
    }

    private record Late(SampleBatch batch, WindowSize entry) {}
}
