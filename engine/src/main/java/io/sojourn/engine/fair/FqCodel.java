// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.DecidingQueue;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.queue.CoDel;
import io.sojourn.engine.queue.CoDelLaw;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FlowQueue-CoDel: flows take turns, those that begin come first, and CoDel keeps the queue of each short.
 *
 * <p>Source: RFC 8290. Between two flows that never run empty, bytes sent over any interval differ by less than quantum +
 * 2 packets of the greatest length (Shreedhar and Varghese, SIGCOMM 1995); a flow that begins waits for others that begin
 * at most, and for each of them less than quantum + 1 packet.
 *
 * <p>As Linux, and unlike the pseudocode of RFC 8289: CoDel leaves a backlog of one {@code mtu} alone, but counts that of
 * all flows; one dequeue drops at most {@value #DROPS_LIMIT} packets. Unlike Linux, {@code limitBytes} counts packets'
 * lengths and not the memory they take.
 *
 * <p>Constant time for each packet; logarithmic in the number of flows while the queue is full.
 */
public final class FqCodel extends DecidingQueue {
    public static final Parameter LIMIT =
            Parameter.of("limit", Unit.PACKETS, 1, 1_000_000, 10_240, "most packets that wait; RFC 8290 section 5.2.3");

    public static final Parameter LIMIT_BYTES = Parameter.of(
            "limitBytes", Unit.BYTES, 1, 1L << 32, 32 << 20, "most bytes that wait; 32 MiB, tc-fq_codel(8)");
    public static final Parameter FLOWS = Parameter.of(
            "flows", Unit.COUNT, 1, 65_536, 1024, "queues that flows are hashed into; RFC 8290 section 5.2.5");
    public static final Parameter QUANTUM = Parameter.computed(
            "quantum",
            Unit.BYTES,
            256,
            1 << 20,
            FqCodel::defaultQuantum,
            "bytes a flow sends in a turn; one packet, RFC 8290 section 5.2.4; 300 below 50 Mbit/s");
    public static final Parameter ECN =
            Parameter.onOff("ecn", true, "mark instead of drop what can be marked; on, RFC 8290 section 5.2.6");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "fq-codel",
            "https://www.rfc-editor.org/rfc/rfc8290",
            "flows take turns, each kept short by CoDel; flows that begin come first",
            List.of(LIMIT, LIMIT_BYTES, FLOWS, QUANTUM, CoDel.TARGET, CoDel.INTERVAL, ECN, CoDel.MTU),
            CoDel.CHECK,
            FqCodel::new);

    private static final int DROPS_LIMIT = 256;
    private static final int OVERFLOW_DROPS_LIMIT = 64;
    private static final int SMALL_QUANTUM_BYTES = 300;
    private static final long SMALL_QUANTUM_BELOW_BITS_PER_SECOND = 50_000_000;
    /** Credit of a flow that is neither among the new nor among the old. */
    private static final long IN_NO_LINE = Long.MIN_VALUE;

    private final PacketStore packets;
    private final PacketFate fate;
    private final long seed;

    private int limitPackets;
    private long limitBytes;
    private int quantumBytes;
    private CoDelLaw.Goal goal;
    private boolean isMarking;

    private FlowQueues flows;
    private FlowLine newFlows;
    private FlowLine oldFlows;
    private FattestFlows fattest;
    private @Nullable CoDelLaw[] laws = {};

    public FqCodel(Settings settings, Surroundings around) {
        super(around.packets());
        packets = around.packets();
        fate = around.fate();
        seed = FlowHash.mix(around.seed());
        goal = CoDel.goal(settings);
        flows = new FlowQueues(packets, 0);
        newFlows = new FlowLine(flows);
        oldFlows = new FlowLine(flows);
        fattest = new FattestFlows(flows);
        configure(settings, 0);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        add(packet);
        makeRoom(OVERFLOW_DROPS_LIMIT, nowNanos);
    }

    @Override
    public void adopt(int packet, long nowNanos) {
        add(packet);
        makeRoom(1, nowNanos);
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        limitPackets = settings.intValue(LIMIT);
        limitBytes = settings.value(LIMIT_BYTES);
        quantumBytes = settings.intValue(QUANTUM);
        goal = CoDel.goal(settings);
        isMarking = settings.isOn(ECN);
        if (settings.intValue(FLOWS) != flows.size()) {
            resize(settings.intValue(FLOWS));
        }
    }

    @Override
    protected int choose(long nowNanos) {
        if (flows.packets() <= limitPackets / 2 && flows.bytes() <= limitBytes / 2) {
            fattest.calm();
        }
        for (FlowLine line = line(); !line.isEmpty(); line = line()) {
            int flow = line.first();
            // Section 4.2: a queue with a "negative number of credits" gets a quantum, "is put onto the end of the list
            // of old queues, and the routine selects the next queue". None left counts as negative, as in Linux.
            if (flows.credit(flow) <= 0) {
                flows.setCredit(flow, flows.credit(flow) + quantumBytes);
                oldFlows.addLast(line.removeFirst());
                continue;
            }
            int packet = managed(flow, nowNanos);
            if (packet != NONE) {
                flows.setCredit(flow, flows.credit(flow) - FlowQueues.chargedBytes(packets.lengthBytes(packet)));
                return packet;
            }
            retire(flow, line);
        }
        return NONE;
    }

    @Override
    protected int withdrawQueued(long nowNanos) {
        for (FlowLine line = line(); !line.isEmpty(); line = line()) {
            int flow = line.first();
            int packet = removeFirst(flow);
            if (packet != NONE) {
                return packet;
            }
            line.removeFirst();
            leave(flow);
        }
        return NONE;
    }

    @Override
    protected int queuedPackets() {
        return flows.packets();
    }

    @Override
    protected long queuedBytes() {
        return flows.bytes();
    }

    /** Section 4.2: the scheduler looks at the list of new queues first, and at the old when it is empty. */
    private FlowLine line() {
        return newFlows.isEmpty() ? oldFlows : newFlows;
    }

    /** The packet of this flow that CoDel lets go, or {@link #NONE} when it has none left. */
    private int managed(int flow, long nowNanos) {
        int dropped = 0;
        for (int packet = removeFirst(flow); packet != NONE; packet = removeFirst(flow)) {
            if (dropped == DROPS_LIMIT || !isDrop(flow, nowNanos - packets.arrivalNanos(packet), nowNanos)) {
                return packet;
            }
            if (isMarking && packets.markCongestion(packet)) {
                fate.marked(packet, nowNanos);
                return packet;
            }
            fate.dropped(packet, DropCause.AQM, nowNanos);
            dropped++;
        }
        return NONE;
    }

    private boolean isDrop(int flow, long sojournNanos, long nowNanos) {
        if (laws[flow] == null && sojournNanos < goal.targetNanos()) {
            return false;
        }
        return law(flow).isDrop(goal, sojournNanos, flows.bytes(), nowNanos);
    }

    /**
     * Section 4.2: an empty queue of the new ones "is moved to the end of the list of old queues", so that it cannot come
     * back as new before all old ones had their turn; one of the old is removed.
     */
    private void retire(int flow, FlowLine line) {
        line.removeFirst();
        if (line == newFlows && !oldFlows.isEmpty()) {
            oldFlows.addLast(flow);
        } else {
            leave(flow);
        }
    }

    private void leave(int flow) {
        flows.setCredit(flow, IN_NO_LINE);
        CoDelLaw law = laws[flow];
        if (law != null) {
            law.emptied();
        }
    }

    private void add(int packet) {
        int flow = FlowHash.bucket(packets.flow(packet), seed, flows.size());
        flows.addLast(flow, packet);
        fattest.changed(flow);
        if (flows.credit(flow) == IN_NO_LINE) {
            flows.setCredit(flow, quantumBytes);
            newFlows.addLast(flow);
        }
    }

    private int removeFirst(int flow) {
        int packet = flows.removeFirst(flow);
        if (packet != NONE) {
            fattest.changed(flow);
        }
        return packet;
    }

    private void makeRoom(int dropsLimit, long nowNanos) {
        while (flows.packets() > 0 && (backlogPackets() > limitPackets || backlogBytes() > limitBytes)) {
            dropFromFattest(dropsLimit, nowNanos);
        }
    }

    /** Section 4.1: from the head of the queue with the largest byte count, half of it, at most 64 packets. */
    private void dropFromFattest(int dropsLimit, long nowNanos) {
        int flow = fattest.first();
        long goalBytes = flows.bytes(flow) / 2;
        long droppedBytes = 0;
        int dropped = 0;
        do {
            int packet = removeFirst(flow);
            droppedBytes += packets.lengthBytes(packet);
            dropped++;
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        } while (dropped < dropsLimit && droppedBytes < goalBytes);
        law(flow).droppedElsewhere(dropped);
    }

    /** Made when a flow is first above its target: most never are, and a turn need not look at it. */
    private CoDelLaw law(int flow) {
        CoDelLaw law = laws[flow];
        if (law == null) {
            law = new CoDelLaw();
            laws[flow] = law;
        }
        return law;
    }

    private void resize(int size) {
        flows = new FlowQueues(packets, size);
        for (int flow = 0; flow < size; flow++) {
            flows.setCredit(flow, IN_NO_LINE);
        }
        newFlows = new FlowLine(flows);
        oldFlows = new FlowLine(flows);
        fattest = new FattestFlows(flows);
        laws = new CoDelLaw[size];
    }

    private static long defaultQuantum(Settings before, LinkFacts link) {
        boolean isSlow = link.rateBitsPerSecond() < SMALL_QUANTUM_BELOW_BITS_PER_SECOND;
        return isSlow ? SMALL_QUANTUM_BYTES : Math.max(256, link.mtuBytes());
    }
}
