// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.cake.Flow.Rotation;
import org.jspecify.annotations.Nullable;

/**
 * One tin of CAKE: its flows, their order of service, and its clock. Flows are served by deficit round robin, those that
 * have just begun first (DRR++), with a part of the quantum that falls with the number of busy flows of the flow's host.
 *
 * <p>Source: "Piece of CAKE" on flow and host isolation; RFC 8290 section 4.2 for new and old flows. Error: credit of a
 * round is less by under 2^-16 byte than the quotient (Linux adds a random byte to the same end).
 */
final class Tin {
    /** Bits of a deficit below a byte. */
    private static final int FRACTION = 16;

    final VirtualClock clock = new VirtualClock();
    private final PacketStore packets;
    private final PacketFate fate;
    private final Backlog backlog;
    private final Isolation isolation;
    private final long seed;
    private final FlowChain sparse = new FlowChain();
    private final FlowChain decaying = new FlowChain();
    private Cobalt cobalt = new Cobalt(1, 0, 1, 0);
    private CountedLength lengths;
    private long quantum;
    private int waiting;
    /** Made with the first packet: most tins of most links never get one. */
    private @Nullable FlowTable table;

    private @Nullable RoundWheel busy;

    Tin(Surroundings around, Backlog backlog, Isolation isolation, CountedLength lengths, int number) {
        packets = around.packets();
        fate = around.fate();
        this.backlog = backlog;
        this.isolation = isolation;
        this.lengths = lengths;
        seed = around.seed() ^ (number * 0x9e3779b97f4a7c15L);
    }

    /** @param rateBitsPerSecond of the tin; 0 when nothing limits it */
    void configure(long rateBitsPerSecond, long linkMtuNanos, long rttNanos, int mtuBytes, CountedLength counted) {
        clock.configure(rateBitsPerSecond, linkMtuNanos);
        cobalt = new Cobalt(rttNanos, rateBitsPerSecond, mtuBytes, seed);
        quantum = quantumBytes(rateBitsPerSecond) << FRACTION;
        lengths = counted;
    }

    /** Rate in bytes a second / 4096, from 300 to 1514 bytes; 1514 when nothing limits the rate. */
    static long quantumBytes(long rateBitsPerSecond) {
        return rateBitsPerSecond == 0 ? 1514 : Math.max(300, Math.min(1514, rateBitsPerSecond / 8 / 4096));
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    /** Puts a packet into its flow's queue. */
    Flow add(int packet, long nowNanos) {
        if (waiting == 0) {
            clock.wake(nowNanos);
        }
        Flow flow = table().find(packet);
        if (flow.waiting.isEmpty()) {
            cobalt.resumed(flow.signaling, nowNanos);
        }
        flow.addLast(packet);
        waiting++;
        backlog.added(flow, packets.lengthBytes(packet));
        if (flow.rotation == Rotation.NONE || flow.rotation == Rotation.DECAYING) {
            begin(flow, packet);
        } else if (flow.rotation == Rotation.SPARSE_WAITING) {
            flow.rotation = Rotation.BULK;
            table().busy(flow, 1);
        }
        return flow;
    }

    /** The packet that goes next, of a tin that has some. */
    int take(long nowNanos) {
        Flow first = decaying.first();
        if (first != null) {
            retire(first, nowNanos);
        }
        while (true) {
            Flow flow = next();
            if (flow.deficit <= 0) {
                recharge(flow);
            } else if (flow.waiting.isEmpty()) {
                retire(flow, nowNanos);
            } else {
                int packet = judged(flow, nowNanos);
                flow.deficit -= (long) lengths.of(packet) << FRACTION;
                return packet;
            }
        }
    }

    /** Makes room: the first packet of a flow with packets goes. */
    void overflow(Flow flow, long nowNanos) {
        cobalt.overflowed(flow.signaling, nowNanos);
        fate.dropped(remove(flow), DropCause.TAIL, nowNanos);
    }

    /** The ACK filter took a packet out of the flow's queue. */
    void filtered(Flow flow, int packet, long nowNanos) {
        waiting--;
        backlog.removed(flow, packets.lengthBytes(packet));
        fate.dropped(packet, DropCause.AQM, nowNanos);
    }

    /** Any packet, those of a flow in order; {@link PacketStore#NONE} when the tin is empty. */
    int withdraw() {
        Flow flow = waiting == 0 ? null : table().anyWaiting();
        return flow == null ? PacketStore.NONE : remove(flow);
    }

    void addWaitingTo(FlowHeap heap) {
        if (waiting > 0) {
            table().addWaitingTo(heap);
        }
    }

    private void begin(Flow flow, int packet) {
        if (flow.rotation == Rotation.NONE) {
            table().attach(flow, packet);
        }
        flow.rotation = Rotation.SPARSE;
        flow.deficit = quantum / table().hostLoad(flow);
        sparse.addLast(flow);
    }

    /** The flow whose turn it is; every flow with packets is in one of the two rotations. */
    private Flow next() {
        Flow flow = sparse.first();
        if (flow == null) {
            flow = busy().first();
        }
        if (flow == null) {
            throw new IllegalStateException("packets wait in a tin without flows");
        }
        return flow;
    }

    /** To the back of the busy rotation, as many rounds ahead as it takes for the credit to be more than nothing. */
    private void recharge(Flow flow) {
        if (flow.rotation == Rotation.SPARSE) {
            flow.rotation = flow.waiting.isEmpty() ? Rotation.SPARSE_WAITING : Rotation.BULK;
            if (flow.rotation == Rotation.BULK) {
                table().busy(flow, 1);
            }
        }
        long credit = quantum / table().hostLoad(flow);
        int rounds = (int) Math.min(RoundWheel.MOST_ROUNDS, -flow.deficit / credit + 1);
        flow.deficit += rounds * credit;
        busy().add(flow, rounds);
    }

    /** A flow without packets leaves its rotation, and is remembered until its signaling has come to rest. */
    private void retire(Flow flow, long nowNanos) {
        cobalt.emptied(flow.signaling, nowNanos);
        if (flow.rotation == Rotation.BULK) {
            table().busy(flow, -1);
        }
        if (cobalt.isAtRest(flow.signaling, nowNanos)) {
            table().detach(flow);
        } else {
            flow.rotation = Rotation.DECAYING;
            decaying.addLast(flow);
        }
    }

    private int judged(Flow flow, long nowNanos) {
        while (true) {
            int packet = remove(flow);
            boolean canMark = packets.ecn(packet) != PacketStore.NOT_ECT;
            long sojournNanos = nowNanos - packets.arrivalNanos(packet);
            int verdict = cobalt.verdict(flow.signaling, sojournNanos, canMark, nowNanos);
            if ((verdict & Cobalt.DROP) == 0 || flow.waiting.isEmpty()) {
                if ((verdict & Cobalt.MARK) != 0 && packets.markCongestion(packet)) {
                    fate.marked(packet, nowNanos);
                }
                return packet;
            }
            fate.dropped(packet, DropCause.AQM, nowNanos);
        }
    }

    private int remove(Flow flow) {
        int packet = flow.removeFirst();
        waiting--;
        backlog.removed(flow, packets.lengthBytes(packet));
        return packet;
    }

    private FlowTable table() {
        FlowTable made = table;
        if (made == null) {
            made = new FlowTable(this, packets, isolation, seed);
            table = made;
        }
        return made;
    }

    private RoundWheel busy() {
        RoundWheel made = busy;
        if (made == null) {
            made = new RoundWheel();
            busy = made;
        }
        return made;
    }
}
