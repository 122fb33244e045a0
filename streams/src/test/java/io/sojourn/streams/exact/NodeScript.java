// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A node and its way to the broker, with all that goes wrong: batches come late, out of order, twice or never; the node
 * stalls, starts anew, holds batches back, and its clock is off or jumps.
 */
final class NodeScript {
    private final Random random;
    private final Plan plan;
    private final List<QueueScript> queues;
    private final List<Delivery> deliveries = new ArrayList<>();
    private long trueMillis;
    private long sequence;
    private long wrongByMillis;
    private int wrongBatches;
    private long heldUntilMillis = Long.MIN_VALUE;

    NodeScript(Random random, Plan plan, List<QueueScript> queues) {
        this.random = random;
        this.plan = plan;
        this.queues = queues;
        trueMillis = plan.startMillis();
        sequence = random.nextInt(1_000);
    }

    /**
     * How a node behaves.
     *
     * @param paceMillis interval of a batch, if regular
     * @param skewMillis how far its clock is ahead
     */
    record Plan(
            String node,
            Clocking clocking,
            long startMillis,
            long spanMillis,
            long paceMillis,
            boolean isRegular,
            long skewMillis) {}

    /** In the order in which the broker takes them. */
    List<Event> events() {
        while (trueMillis < plan.startMillis() + plan.spanMillis()) {
            wander();
            emit();
        }
        deliveries.sort(Comparator.comparingLong(Delivery::arrivalMillis));
        List<Event> events = new ArrayList<>();
        long lastMillis = plan.startMillis();
        for (Delivery delivery : deliveries) {
            boolean isSilence = delivery.arrivalMillis() - lastMillis > 40_000;
            boolean isNoticed = random.nextInt(plan.clocking() == Clocking.LIVE ? 2 : 8) == 0;
            if (isSilence && isNoticed) {
                events.add(new Event.Silence(lastMillis + random.nextInt(40_000)));
            }
            events.add(new Event.Arrival(delivery.batch(), delivery.arrivalMillis()));
            lastMillis = delivery.arrivalMillis();
        }
        return events;
    }

    private void wander() {
        if (random.nextInt(50) == 0) {
            trueMillis += random.nextInt(3_000);
        }
        if (random.nextInt(300) == 0) {
            trueMillis += 10_000 + random.nextInt(150_000);
        }
        if (random.nextInt(120) == 0) {
            sequence = random.nextInt(3);
        }
        if (random.nextInt(200) == 0) {
            heldUntilMillis = trueMillis + 5_000 + random.nextInt(150_000);
        }
        if (plan.clocking() == Clocking.LIVE && wrongBatches == 0 && random.nextInt(150) == 0) {
            wrongBatches = 1 + random.nextInt(5);
            wrongByMillis = (random.nextBoolean() ? 1 : -1) * (9_000L + random.nextInt(300_000));
        }
    }

    private void emit() {
        long interval = plan.isRegular() ? plan.paceMillis() : 1 + random.nextInt((int) (4 * plan.paceMillis()));
        long clock = trueMillis + plan.skewMillis() + (wrongBatches > 0 ? wrongByMillis : 0);
        wrongBatches = Math.max(0, wrongBatches - 1);
        trueMillis += interval;
        SampleBatch batch = batch(clock, clock + interval);
        if (random.nextInt(40) == 0) {
            return;
        }
        long arrival = Math.max(trueMillis + delayMillis(), heldUntilMillis + random.nextInt(3) + deliveries.size());
        deliveries.add(new Delivery(batch, arrival));
        if (random.nextInt(40) == 0) {
            deliveries.add(new Delivery(batch, arrival + random.nextInt(20_000)));
        }
    }

    private SampleBatch batch(long startMillis, long endMillis) {
        List<QueueSample> samples = new ArrayList<>();
        List<FlowSample> flows = new ArrayList<>();
        boolean isHeartbeat = random.nextInt(40) == 0;
        for (QueueScript queue : isHeartbeat ? List.<QueueScript>of() : queues) {
            // Rarely twice: two readings of one queue in one batch are two samples.
            for (int times = random.nextInt(60) == 0 ? 2 : random.nextInt(8) == 0 ? 0 : 1; times > 0; times--) {
                samples.add(queue.sample(endMillis - startMillis));
            }
            flows.addAll(random.nextInt(3) == 0 ? List.of() : queue.flows());
        }
        return new SampleBatch(
                Schema.CURRENT,
                plan.node(),
                sequence++,
                plan.clocking(),
                startMillis,
                endMillis,
                samples,
                flows,
                List.of());
    }

    /** Mostly at once; now and then around the grace of each size, and beyond all. */
    private long delayMillis() {
        int percent = random.nextInt(100);
        if (percent < 75) {
            return random.nextInt(200);
        }
        if (percent < 90) {
            return random.nextInt(2_500);
        }
        return percent < 98 ? random.nextInt(16_000) : random.nextInt(100_000);
    }

    private record Delivery(SampleBatch batch, long arrivalMillis) {}
}
