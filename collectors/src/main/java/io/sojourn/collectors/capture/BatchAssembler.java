// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** At the end of an interval: what was counted, as a batch. */
final class BatchAssembler {
    /** A flow becomes a queue of its own from so many bytes on. */
    private static final long OWN_QUEUE_BYTES = 50_000;

    private final CaptureOptions options;
    private final PacketTracker tracker;
    private final TrailFeed trails = new TrailFeed();
    private final SketchBuilder sketch = new SketchBuilder();
    private final List<Flow> ownQueues = new ArrayList<>();
    private long sequence;

    BatchAssembler(CaptureOptions options, PacketTracker tracker) {
        this.options = options;
        this.tracker = tracker;
    }

    /**
     * Ends an interval.
     *
     * @param trailsToMillis up to when loss trails are final
     */
    SampleBatch batch(long startMillis, long endMillis, long trailsToMillis) {
        List<Flow> listed = tracker.tally().listed;
        listed.sort(Comparator.comparingLong((Flow flow) -> flow.subject().bytes)
                .reversed()
                .thenComparing(Flow::name));
        if (options.flowsAsQueues()) {
            promote(listed);
        }
        List<QueueSample> queues = queues(listed);
        List<FlowSample> flows = flows(listed);
        settle(trailsToMillis);
        clear(listed);
        return batch(startMillis, endMillis, queues, flows);
    }

    /** What trails are left, as far as they fit. */
    SampleBatch trailsOnly(long startMillis, long endMillis) {
        return batch(startMillis, endMillis, List.of(), List.of());
    }

    private SampleBatch batch(long startMillis, long endMillis, List<QueueSample> queues, List<FlowSample> flows) {
        return new SampleBatch(
                Schema.CURRENT,
                options.node(),
                sequence++,
                Clocking.RECORDED,
                startMillis,
                endMillis,
                queues,
                flows,
                trails.next());
    }

    boolean hasTrails() {
        return !trails.isEmpty();
    }

    long batches() {
        return sequence;
    }

    /** Trails that had to be left out for want of room. */
    long trailsLeftOut() {
        return trails.leftOut();
    }

    private void promote(List<Flow> heaviestFirst) {
        ownQueues.removeIf(Flow::isClosed);
        for (Flow flow : heaviestFirst) {
            boolean heavy = flow.totalBytes() >= OWN_QUEUE_BYTES && flow.isActive();
            if (heavy && !flow.isOwnQueue() && ownQueues.size() < options.flowQueueLimit()) {
                flow.becomeOwnQueue();
                ownQueues.add(flow);
            }
        }
    }

    private List<QueueSample> queues(List<Flow> listed) {
        List<QueueSample> samples = new ArrayList<>();
        for (Direction direction : tracker.directions().queues()) {
            String queue = direction.queue();
            if (queue != null) {
                List<Flow> active = listed.stream()
                        .filter(flow -> flow.direction() == direction && flow.isActive())
                        .toList();
                samples.add(queue(queue, direction.subject(), new ActiveFlows(active)));
            }
        }
        for (Flow flow : ownQueues) {
            List<Flow> active = flow.isActive() ? List.of(flow) : List.of();
            samples.add(queue(flow.name(), flow.subject(), new ActiveFlows(active)));
        }
        return samples;
    }

    private QueueSample queue(String name, Subject subject, ActiveFlows flows) {
        return new QueueSample(
                name,
                QueueSettings.unknown(),
                null,
                subject.packets,
                subject.bytes,
                subject.packets,
                subject.bytes,
                DropCounts.NONE,
                0,
                subject.markedPackets,
                null,
                null,
                null,
                null,
                Sketch.empty(),
                Sketch.empty(),
                sketch(subject.rttMicros(), 0),
                floors(subject),
                flows.jitterMicros(),
                sketch(subject.ipdvMicros(), 0),
                sketch(subject.rttMicros(), least(subject.rttMicros())),
                Sketch.empty(),
                flows.count(),
                subject.dataPackets,
                subject.retransmittedPackets,
                subject.reorderedPackets,
                flows.advertisedWindowBytes(),
                flows.inflightBytes(),
                flows.windowLimited(),
                subject.unresponsiveBytes);
    }

    private Sketch sketch(MedianSampler values, long offset) {
        for (int i = 0; i < values.size(); i++) {
            sketch.add(values.value(i) - offset);
        }
        return sketch.drain();
    }

    private static long least(MedianSampler values) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < values.size(); i++) {
            least = Math.min(least, values.value(i));
        }
        return least;
    }

    private Sketch floors(Subject subject) {
        for (int tenth = 0; tenth < Subject.floors(); tenth++) {
            if (subject.floorMicros(tenth) >= 0) {
                sketch.add(subject.floorMicros(tenth));
            }
        }
        return sketch.drain();
    }

    private List<FlowSample> flows(List<Flow> heaviestFirst) {
        List<FlowSample> samples = new ArrayList<>();
        for (Flow flow : heaviestFirst) {
            String queue = flow.direction().queue();
            if (queue != null && samples.size() < options.topFlows()) {
                samples.add(flow(queue, flow));
            }
        }
        for (Flow flow : ownQueues) {
            if (heaviestFirst.contains(flow)) {
                samples.add(flow(flow.name(), flow));
            }
        }
        return samples;
    }

    private FlowSample flow(String queue, Flow flow) {
        Subject subject = flow.subject();
        DataTracker data = flow.tracker();
        Window window = data == null ? null : data.window();
        return new FlowSample(
                queue,
                flow.name(),
                subject.packets,
                subject.bytes,
                subject.dataPackets,
                subject.lostPackets,
                subject.retransmittedPackets,
                subject.reorderedPackets,
                sketch(subject.rttMicros(), 0),
                subject.leastRttMicros() < 0 ? null : subject.leastRttMicros(),
                data == null ? null : data.acks().jitterMicros(),
                data == null || data.mssBytes() == 0 ? null : (long) data.mssBytes(),
                window == null || !window.isKnown() ? null : window.largestBytes(),
                window == null || !window.hasInflight() ? null : window.medianInflightBytes(),
                window == null || !window.hasInflight() || !window.isKnown() ? null : window.fullRatio(),
                null);
    }

    private void settle(long trailsToMillis) {
        for (Direction direction : tracker.directions().queues()) {
            String queue = direction.queue();
            if (queue != null) {
                settle(trailsToMillis, queue, LossTrail.AGGREGATE, direction.subject());
            }
        }
        tracker.table().flows(flow -> {
            String queue = flow.direction().queue();
            LossHistory history = flow.subject().history();
            if (queue != null && history != null) {
                long least = Math.max(0, flow.subject().leastRttMicros());
                history.settle(trailsToMillis, queue, flow.name(), least, trail -> {
                    trails.add(trail);
                    if (flow.isOwnQueue()) {
                        trails.add(trail.renamed(flow.name(), LossTrail.AGGREGATE));
                    }
                });
            }
        });
    }

    private void settle(long trailsToMillis, String queue, String subjectName, Subject subject) {
        LossHistory history = subject.history();
        if (history != null) {
            history.settle(trailsToMillis, queue, subjectName, Math.max(0, subject.leastRttMicros()), trails::add);
        }
    }

    private void clear(List<Flow> listed) {
        // A flow may have counted acknowledgments without data or loss, so all of them begin anew.
        tracker.table().flows(Flow::clear);
        listed.forEach(Flow::clear);
        listed.clear();
        tracker.directions().queues().forEach(direction -> direction.subject().clear());
    }
}
