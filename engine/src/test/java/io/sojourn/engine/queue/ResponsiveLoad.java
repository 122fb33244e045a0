// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.PacketStore;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Window-controlled flows around one queue and one link, on a virtual clock: enough of TCP to close the loop of a queue
 * manager. Classic flows add a packet a round trip and halve at most once a round trip (RFC 5681); scalable ones take
 * half a packet off for each mark (RFC 9332 section 2.1). A loss is known a round trip later; there are no timeouts.
 */
final class ResponsiveLoad {
    private static final int FRAME_BYTES = 1514;

    private final Rig rig;
    private final long rateBitsPerSecond;
    private final long roundTripNanos;
    private final List<Flow> flows = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<Rig.Departure> departures = new ArrayList<>();
    private final PriorityQueue<Reply> replies =
            new PriorityQueue<>(Comparator.comparingLong(Reply::atNanos).thenComparingLong(Reply::handle));
    private int lossesSeen;
    private long freeNanos;

    private static final class Flow {
        final int ecn;
        final boolean isScalable;
        double window = 4;
        int inFlight;
        boolean hasReduced;
        long reducedNanos;

        Flow(int ecn, boolean isScalable) {
            this.ecn = ecn;
            this.isScalable = isScalable;
        }

        void acknowledged(Sent packet, boolean isLoss, boolean isMark, long nowNanos) {
            inFlight--;
            if (isMark && isScalable) {
                window = Math.max(2, window - 0.5);
                hasReduced = true;
            } else if ((isLoss || isMark) && (!hasReduced || packet.atNanos >= reducedNanos)) {
                window = Math.max(2, window / 2);
                hasReduced = true;
                reducedNanos = nowNanos;
            } else if (!isLoss && !isMark) {
                window += hasReduced ? 1 / window : 1;
            }
        }
    }

    private record Sent(int flow, long atNanos) {}

    private record Reply(long atNanos, long handle, boolean isLoss, boolean isMark) {}

    /** What the link sent after the warm-up. */
    record Outcome(List<Rig.Departure> departures, double busyRatio) {
        long sojournNanos(int percentile) {
            return percentile(
                    departures.stream()
                            .mapToLong(Rig.Departure::sojournNanos)
                            .sorted()
                            .toArray(),
                    percentile);
        }

        long sojournNanos(int percentile, int flow) {
            return percentile(
                    departures.stream()
                            .filter(departure -> departure.flow() == flow)
                            .mapToLong(Rig.Departure::sojournNanos)
                            .sorted()
                            .toArray(),
                    percentile);
        }

        double meanSojournNanos() {
            return departures.stream()
                    .mapToLong(Rig.Departure::sojournNanos)
                    .average()
                    .orElseThrow();
        }

        long packets(int flow) {
            return departures.stream()
                    .filter(departure -> departure.flow() == flow)
                    .count();
        }

        private static long percentile(long[] sorted, int percentile) {
            return sorted[(int) ((sorted.length - 1L) * percentile / 100)];
        }
    }

    ResponsiveLoad(Rig rig, long rateBitsPerSecond, long roundTripNanos) {
        this.rig = rig;
        this.rateBitsPerSecond = rateBitsPerSecond;
        this.roundTripNanos = roundTripNanos;
    }

    /** Adds flows that halve at a loss or mark. */
    void classic(int count, int ecn) {
        for (int i = 0; i < count; i++) {
            flows.add(new Flow(ecn, false));
        }
    }

    /** Adds flows of ECT(1) that take half a packet off for each mark. */
    void scalable(int count) {
        for (int i = 0; i < count; i++) {
            flows.add(new Flow(PacketStore.ECT_1, true));
        }
    }

    Outcome run(QueueDiscipline queue, long warmNanos, long untilNanos) {
        for (int flow = 0; flow < flows.size(); flow++) {
            send(queue, flow, 0);
        }
        long nowNanos = 0;
        while (nowNanos <= untilNanos) {
            long readyNanos = Math.max(freeNanos, queue.readyNanos(nowNanos));
            Reply reply = replies.peek();
            if (reply == null || readyNanos <= reply.atNanos) {
                nowNanos = Math.max(nowNanos, readyNanos);
                serve(queue, nowNanos);
            } else {
                nowNanos = Math.max(nowNanos, reply.atNanos);
                receive(queue, replies.remove(), nowNanos);
            }
            noteLosses(nowNanos);
        }
        departures.removeIf(departure -> departure.atNanos() < warmNanos);
        double busyNanos = departures.size() * (double) packetNanos();
        return new Outcome(departures, busyNanos / (untilNanos - warmNanos));
    }

    private void serve(QueueDiscipline queue, long nowNanos) {
        int packet = queue.dequeue(nowNanos);
        if (packet == QueueDiscipline.NONE) {
            return;
        }
        boolean isMark = rig.packets.ecn(packet) == PacketStore.CE;
        long handle = rig.packets.handle(packet);
        departures.add(rig.left(packet, nowNanos));
        freeNanos = nowNanos + packetNanos();
        replies.add(new Reply(freeNanos + roundTripNanos, handle, false, isMark));
    }

    private void receive(QueueDiscipline queue, Reply reply, long nowNanos) {
        Sent packet = sent.get((int) reply.handle);
        flows.get(packet.flow).acknowledged(packet, reply.isLoss, reply.isMark, nowNanos);
        send(queue, packet.flow, nowNanos);
    }

    private void send(QueueDiscipline queue, int index, long nowNanos) {
        Flow flow = flows.get(index);
        while (flow.inFlight < (int) flow.window) {
            int packet = rig.packet(FRAME_BYTES, index, 0, nowNanos);
            rig.packets.setTos(packet, flow.ecn);
            sent.add(new Sent(index, nowNanos));
            flow.inFlight++;
            queue.enqueue(packet, nowNanos);
        }
    }

    private void noteLosses(long nowNanos) {
        for (; lossesSeen < rig.losses.size(); lossesSeen++) {
            replies.add(new Reply(
                    nowNanos + roundTripNanos, rig.losses.get(lossesSeen).handle(), true, false));
        }
    }

    private long packetNanos() {
        return FRAME_BYTES * 8_000_000_000L / rateBitsPerSecond;
    }
}
