// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.collectors.Fault;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * From the qdiscs and classes of a device to its queues. Root and leaf repeat the same drops and backlog, so a queue
 * takes either the root's counters or those of leaves, never both.
 *
 * <ul>
 *   <li>A device is one queue that bears its name and has the root's counters.
 *   <li>HTB whose leaves differ (in ceiling, priority of a class aside, or in the queue below) is a queue for each kind
 *       of leaf: {@code eth0:1:10}.
 *   <li>HTB leaves that are all alike are fair queueing by hash: one queue, the sum, without a limit, because each leaf
 *       has its own.
 * </ul>
 */
public final class DeviceQueues {
    private static final String MEND = "nothing, if the setting is meant so; the queue is shown without its settings";

    private DeviceQueues() {}

    /** @param classes empty when not asked for: rates of HTB are then not known */
    public static List<QueueReading> of(
            String device, List<Qdisc> qdiscs, List<TcClass> classes, Consumer<Fault> faults) {
        List<QueueReading> queues = new ArrayList<>();
        for (Qdisc root : qdiscs) {
            if (root.isRoot()) {
                List<Qdisc> children = childrenOf(root, qdiscs);
                queues.addAll(
                        root.kind().equals("htb")
                                ? htb(device, root, children, classes, faults)
                                : List.of(plain(device, root, children, faults)));
            }
        }
        return queues;
    }

    private static List<Qdisc> childrenOf(Qdisc root, List<Qdisc> qdiscs) {
        return qdiscs.stream()
                .filter(qdisc -> qdisc.parent() != null && qdisc.parent().startsWith(root.handle()))
                .sorted(Comparator.comparing(Qdisc::parent, Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList();
    }

    private static QueueReading plain(String device, Qdisc root, List<Qdisc> children, Consumer<Fault> faults) {
        QueueSettings settings = checked(() -> TcSettings.plain(root, children), faults);
        return new QueueReading(device, identity(root), settings, root.counters());
    }

    private static List<QueueReading> htb(
            String device, Qdisc root, List<Qdisc> leaves, List<TcClass> classes, Consumer<Fault> faults) {
        Map<String, List<Qdisc>> groups = new TreeMap<>();
        for (Qdisc leaf : leaves) {
            groups.computeIfAbsent(TcSettings.likeness(leaf, classes), likeness -> new ArrayList<>())
                    .add(leaf);
        }
        if (groups.size() <= 1) {
            QueueSettings settings = checked(() -> TcSettings.htb(leaves, classes), faults);
            return List.of(new QueueReading(device, identity(root), settings, root.counters()));
        }
        return groups.values().stream()
                .map(group -> new QueueReading(
                        device + ":" + group.get(0).parent(),
                        identity(group.get(0)),
                        checked(() -> TcSettings.htb(group, classes), faults),
                        sum(group)))
                .sorted(Comparator.comparing(QueueReading::queue))
                .toList();
    }

    private static String identity(Qdisc qdisc) {
        return qdisc.kind() + " " + qdisc.handle() + " " + qdisc.parent();
    }

    private static TcCounters sum(List<Qdisc> group) {
        return group.stream()
                .map(Qdisc::counters)
                .reduce((a, b) -> new TcCounters(
                        a.sentBytes() + b.sentBytes(),
                        a.sentPackets() + b.sentPackets(),
                        a.drops() + b.drops(),
                        a.overflowDrops() + b.overflowDrops(),
                        a.marks() + b.marks(),
                        a.backlogBytes() + b.backlogBytes(),
                        a.backlogPackets() + b.backlogPackets()))
                .orElseThrow();
    }

    /** Settings outside the vocabulary's bounds are named, and the counters still count. */
    private static QueueSettings checked(Supplier<QueueSettings> settings, Consumer<Fault> faults) {
        try {
            return settings.get();
        } catch (OutOfRange e) {
            faults.accept(Fault.of(e, MEND));
            return QueueSettings.unknown();
        }
    }
}
