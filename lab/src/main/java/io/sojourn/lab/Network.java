// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import java.util.SplittableRandom;

/**
 * The event loop: senders, one access link with an endless FIFO, the box, delay, receivers, delay back.
 *
 * <p>Acknowledgments are never lost and come in order, so each needs to tell only what changed.
 */
final class Network implements Wire {
    private static final int START = 0;
    private static final int AT_BOX = 1;
    private static final int BOX_RELEASE = 2;
    private static final int AT_RECEIVER = 3;
    private static final int AT_SENDER = 4;
    private static final int TIMEOUT = 5;
    private static final int REORDERING = 6;
    private static final int PROBE = 7;
    private static final int APPLICATION = 8;
    private static final int DELAYED_ACK = 9;
    private static final int UNRESPONSIVE = 10;

    /** Flows start within so much of each other. */
    private static final int START_SPREAD_NANOS = 10_000_000;
    /** Host time before a sending, at most: keeps flows from moving in lockstep. */
    private static final int HOST_NANOS = 20_000;

    private static final int FLOW_SHIFT = 40;
    private static final long SEGMENT_MASK = (1L << FLOW_SHIFT) - 1;

    private final Experiment experiment;
    private final EventQueue events = new EventQueue();
    private final SplittableRandom random;
    private final Box box;
    private final Meter meter;
    private final TcpSender[] senders;
    private final TcpReceiver[] receivers;
    private final Timer release;
    private final long serializationNanos;
    private long accessFreeNanos;

    Network(Experiment experiment) {
        this.experiment = experiment;
        random = new SplittableRandom(experiment.seed());
        box = new Box(experiment.box(), experiment.seed());
        meter = new Meter(box, experiment.flows());
        serializationNanos =
                PathSettings.WIRE_BYTES * 8_000_000_000L / experiment.path().accessBitsPerSecond();
        release = new Timer(events, BOX_RELEASE, 0);
        senders = new TcpSender[experiment.flows()];
        receivers = new TcpReceiver[experiment.flows()];
        for (int flow = 0; flow < experiment.flows(); flow++) {
            addFlow(flow);
        }
        if (experiment.path().unresponsiveBitsPerSecond() > 0) {
            events.add(0, UNRESPONSIVE, experiment.flows(), 0, 0);
        }
    }

    private void addFlow(int flow) {
        SenderSettings settings = experiment.sender();
        var timers = new SenderTimers(
                new Timer(events, TIMEOUT, flow),
                new Timer(events, REORDERING, flow),
                new Timer(events, PROBE, flow),
                new Timer(events, APPLICATION, flow));
        senders[flow] = new TcpSender(flow, settings, this, meter, timers);
        var delayedAck = new Timer(events, DELAYED_ACK, flow);
        receivers[flow] = new TcpReceiver(flow, settings.delayedAckNanos(), this, meter, delayedAck);
        events.add(random.nextInt(START_SPREAD_NANOS), START, flow, 0, 0);
    }

    Outcome run() {
        boolean measuring = false;
        while (events.next() && events.atNanos() < experiment.durationNanos()) {
            if (!measuring && events.atNanos() >= experiment.warmUpNanos()) {
                measuring = true;
                meter.start(experiment.warmUpNanos());
            }
            handle(events.kind(), events.flow(), events.atNanos());
        }
        return meter.finish(experiment.durationNanos(), experiment.sender().payloadBytes());
    }

    private void handle(int kind, int flow, long nowNanos) {
        switch (kind) {
            case START -> senders[flow].start(nowNanos, experiment.path().baseRttNanos());
            case AT_BOX -> offer(flow, events.first(), nowNanos);
            case BOX_RELEASE -> releaseDue(nowNanos);
            case AT_RECEIVER -> receivers[flow].onSegment(events.first(), nowNanos);
            case AT_SENDER -> senders[flow].onAck(events.first(), events.second(), nowNanos);
            case TIMEOUT -> senders[flow].onTimeout(nowNanos);
            case REORDERING -> senders[flow].onReordering(nowNanos);
            case PROBE -> senders[flow].onProbe(nowNanos);
            case APPLICATION -> senders[flow].onMoreToSend(nowNanos);
            case DELAYED_ACK -> receivers[flow].onDelayedAck(nowNanos);
            case UNRESPONSIVE -> offerUnresponsive(flow, nowNanos);
            default -> throw new IllegalStateException("event of kind " + kind);
        }
    }

    @Override
    public void transmit(int flow, long segment, long nowNanos) {
        accessFreeNanos = Math.max(accessFreeNanos, nowNanos + random.nextInt(HOST_NANOS)) + serializationNanos;
        events.add(accessFreeNanos, AT_BOX, flow, segment, 0);
    }

    private void offer(int flow, long segment, long nowNanos) {
        drain(nowNanos);
        long handle = ((long) flow << FLOW_SHIFT) | segment;
        box.offer(flow, handle, experiment.path().countedBytes(), nowNanos);
        drain(nowNanos);
        meter.waiting(box.backlogPackets());
    }

    private void releaseDue(long nowNanos) {
        if (release.isDue(nowNanos)) {
            drain(nowNanos);
        }
    }

    private void drain(long nowNanos) {
        if (box.backlogPackets() == 0) {
            return;
        }
        for (long handle = box.poll(nowNanos); handle != Box.NONE; handle = box.poll(nowNanos)) {
            pass(handle, nowNanos);
        }
        release.set(box.nextReleaseNanos(nowNanos));
    }

    private void pass(long handle, long nowNanos) {
        int flow = (int) (handle >> FLOW_SHIFT);
        if (flow < receivers.length) {
            long atNanos = nowNanos + experiment.path().baseRttNanos() / 2;
            events.add(atNanos, AT_RECEIVER, flow, handle & SEGMENT_MASK, 0);
        }
    }

    private void offerUnresponsive(int flow, long nowNanos) {
        offer(flow, 0, nowNanos);
        long gapNanos = experiment.path().countedBytes()
                * 8_000_000_000L
                / experiment.path().unresponsiveBitsPerSecond();
        // Evenly spread around its mean gap: a strict beat would lock in with a bucket's.
        events.add(nowNanos + gapNanos / 2 + random.nextLong(gapNanos + 1), UNRESPONSIVE, flow, 0, 0);
    }

    @Override
    public void acknowledge(int flow, long cumulative, long sack, long nowNanos) {
        long backNanos = experiment.path().baseRttNanos() - experiment.path().baseRttNanos() / 2;
        events.add(nowNanos + backNanos, AT_SENDER, flow, cumulative, sack);
    }
}
