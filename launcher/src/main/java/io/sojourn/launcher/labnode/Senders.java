// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.QueueChooser;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import io.sojourn.telemetry.capture.FlowName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a node does not see and the senders know: round-trip times, resending, windows and what is in flight, put into
 * the node's batches as the collectors of sockets put it into theirs.
 *
 * <p>A flow whose data passes the node belongs to the queue that the policy chooses for it; what it acknowledges is no flow
 * of its own here.
 */
final class Senders implements Observers {
    private final Map<String, Known> byName = new LinkedHashMap<>();
    private final List<FlowObserver> byPlace = new ArrayList<>();

    /** A sender, and the queue that its data goes through. */
    private record Known(String queue, Sender sender) {}

    /** @param box that is the node */
    Senders(Plan plan, String box, Policy policy) {
        Set<String> ways = waysThrough(plan, box);
        QueueChooser chooser = policy.chooser();
        for (FlowPlan flow : plan.flows()) {
            int place = flow.forward().stream().anyMatch(ways::contains)
                    ? chooser.queueOf(flow.header())
                    : QueueChooser.NONE;
            Sender sender = place == QueueChooser.NONE
                    ? null
                    : NodePackets.tcp(flow).map(Sender::new).orElse(null);
            if (sender != null) {
                byName.put(name(flow), new Known(policy.queueNames().get(place), sender));
            }
            byPlace.add(sender == null ? FlowObserver.NONE : sender);
        }
    }

    /** The box, and the balancers that it is behind. */
    private static Set<String> waysThrough(Plan plan, String box) {
        Set<String> ways = new HashSet<>(Set.of(box));
        for (HopPlan hop : plan.hops()) {
            if (hop instanceof HopPlan.Balancer balancer
                    && balancer.branches().stream()
                            .anyMatch(branch -> branch.hops().contains(box))) {
                ways.add(balancer.name());
            }
        }
        return ways;
    }

    private static String name(FlowPlan flow) {
        var header = flow.header();
        return FlowName.of(
                header.protocol,
                FlowName.end(header.ipVersion, header.sourceHigh, header.sourceLow, header.sourcePort),
                FlowName.end(header.ipVersion, header.destinationHigh, header.destinationLow, header.destinationPort));
    }

    @Override
    public FlowObserver flow(int flow) {
        return byPlace.get(flow);
    }

    @Override
    public HopObserver hop(String name) {
        return HopObserver.NONE;
    }

    /**
     * A batch with what the senders saw in its second.
     *
     * @param second of virtual time, not before that of the last call
     */
    SampleBatch complete(SampleBatch batch, long second) {
        Map<String, List<Active>> activeOfQueue = new LinkedHashMap<>();
        Map<String, Active> activeOfFlow = new LinkedHashMap<>();
        byName.forEach((name, known) -> {
            SenderSecond seen = known.sender().past(second);
            if (seen != null) {
                Active active = new Active(known.sender(), seen);
                activeOfFlow.put(name, active);
                activeOfQueue
                        .computeIfAbsent(known.queue(), queue -> new ArrayList<>())
                        .add(active);
            }
        });
        return new SampleBatch(
                batch.schema(),
                batch.node(),
                batch.sequence(),
                batch.clocking(),
                batch.startMillis(),
                batch.endMillis(),
                batch.queues().stream()
                        .map(sample -> queue(sample, activeOfQueue.getOrDefault(sample.queue(), List.of())))
                        .toList(),
                batch.flows().stream()
                        .map(sample -> flow(sample, activeOfFlow.get(sample.flow())))
                        .toList(),
                batch.trails());
    }

    /** A sender with data in the second. */
    private record Active(Sender sender, SenderSecond seen) {
        boolean isWindowLimited() {
            return seen.windowLimitedRatio(sender.windowBytes()) >= 0.5;
        }
    }

    private static QueueSample queue(QueueSample s, List<Active> active) {
        if (active.isEmpty()) {
            return s;
        }
        SketchBuilder rtt = new SketchBuilder();
        active.forEach(one -> rtt.add(one.seen().rttMicros.build()));
        return new QueueSample(
                s.queue(),
                s.settings(),
                s.linkBitsPerSecond(),
                s.offeredPackets(),
                s.offeredBytes(),
                s.sentPackets(),
                s.sentBytes(),
                s.drops(),
                s.droppedBytes(),
                s.markedPackets(),
                s.backlogPackets(),
                s.backlogBytes(),
                s.backlogPeakPackets(),
                s.backlogPeakBytes(),
                s.sojournMicros(),
                s.sojournFloorMicros(),
                rtt.build(),
                floors(active),
                s.jitterMicros(),
                s.ipdvMicros(),
                s.pdvMicros(),
                s.tokensAtLossBytes(),
                s.activeFlows(),
                active.stream().mapToLong(one -> one.seen().dataPackets).sum(),
                active.stream().mapToLong(one -> one.seen().resentPackets).sum(),
                s.reorderedPackets(),
                active.stream().mapToLong(one -> one.sender().windowBytes()).sum(),
                inflight(active),
                active.stream().filter(Active::isWindowLimited).count(),
                s.unresponsiveBytes());
    }

    private static Sketch floors(List<Active> active) {
        SketchBuilder floors = new SketchBuilder();
        for (int cell = 0; cell < SenderSecond.CELLS; cell++) {
            long least = SenderSecond.NO_FLOOR;
            for (Active one : active) {
                least = Math.min(least, one.seen().floorMicros[cell]);
            }
            if (least != SenderSecond.NO_FLOOR) {
                floors.add(least);
            }
        }
        return floors.build();
    }

    private static @Nullable Long inflight(List<Active> active) {
        List<Long> seen = active.stream()
                .map(one -> one.seen().inflightBytes())
                .filter(Objects::nonNull)
                .toList();
        return seen.isEmpty()
                ? null
                : (Long) seen.stream().mapToLong(Long::longValue).sum();
    }

    private static FlowSample flow(FlowSample s, @Nullable Active active) {
        if (active == null) {
            return s;
        }
        Sender sender = active.sender();
        return new FlowSample(
                s.queue(),
                s.flow(),
                s.packets(),
                s.bytes(),
                active.seen().dataPackets,
                s.lostPackets(),
                active.seen().resentPackets,
                0,
                active.seen().rttMicros.build(),
                sender.minRttMicros(),
                null,
                sender.mssBytes(),
                sender.windowBytes(),
                active.seen().inflightBytes(),
                active.seen().windowLimitedRatio(sender.windowBytes()),
                sender.congestionControl());
    }
}
