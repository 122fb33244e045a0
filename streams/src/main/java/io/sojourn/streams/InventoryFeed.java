// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.InventoryTree;
import io.sojourn.streams.fold.Placement;
import io.sojourn.streams.fold.Refusal;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inventory topic as a tree. Every instance reads it whole when it starts, before it folds, and then as it changes.
 *
 * <p>What is wrong with it waits here until one of the instances puts it on the rejects topic: what reads the inventory can
 * put out nothing itself. Of more than {@value #PROBLEM_LIMIT} the oldest are forgotten.
 */
final class InventoryFeed implements Inventory {
    static final int PROBLEM_LIMIT = 1_000;

    /** So long after the last change a parent that is not listed is taken not to be on its way. */
    static final long QUIET_MILLIS = 5_000;

    private static final String MEND = "mend the entry, or remove it: ./sojourn inventory remove NODE/QUEUE";

    private final InventoryTree tree = new InventoryTree();
    private final Deque<Reject> problems = new ArrayDeque<>();
    private long changedMillis;

    @Override
    public Placement of(String node, String queue) {
        return tree.of(node, queue);
    }

    /**
     * Takes a record. One that can't be read leaves its queue without an entry, as it would after a restart, when the entry
     * before it may be compacted away.
     */
    synchronized void take(byte @Nullable [] key, byte @Nullable [] value, String source, long nowMillis) {
        changedMillis = nowMillis;
        String name = key == null ? "" : new String(key, UTF_8);
        try {
            if (value == null) {
                remove(name);
            } else {
                tree.put(entry(name, value)).ifPresent(refusal -> note(refusal, source, nowMillis, value));
            }
        } catch (OutOfRange e) {
            remove(name);
            note(new Refusal(nodeOf(name), e.field(), e.value(), e.bound(), MEND), source, nowMillis, value);
        }
    }

    private static InventoryEntry entry(String name, byte[] value) {
        InventoryEntry entry = Wire.read(value, InventoryEntry.class);
        String expected = Topic.queueKey(entry.node(), entry.queue());
        if (!expected.equals(name)) {
            throw new OutOfRange("record key", name, "the node and the queue, " + expected);
        }
        return entry;
    }

    private void remove(String name) {
        tree.remove(InventoryEntry.nodeOf(name), InventoryEntry.queueOf(name));
    }

    private static @Nullable String nodeOf(String name) {
        String node = InventoryEntry.nodeOf(name);
        return node.isEmpty() ? null : node;
    }

    private void note(Refusal refusal, String source, long nowMillis, byte @Nullable [] value) {
        if (problems.size() == PROBLEM_LIMIT) {
            problems.removeFirst();
        }
        problems.addLast(refusal.at(source, nowMillis, BatchReader.excerpt(value)));
    }

    /** Takes what is wrong and was not taken before. */
    synchronized List<Reject> problems(long nowMillis) {
        if (nowMillis - changedMillis >= QUIET_MILLIS) {
            tree.unlistedParents().forEach(refusal -> note(refusal, Topic.INVENTORY.suffix(), nowMillis, null));
        }
        List<Reject> taken = new ArrayList<>(problems);
        problems.clear();
        return taken;
    }
}
