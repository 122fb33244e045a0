// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.Arrays;
import java.util.List;

/**
 * Stochastic fairness queueing: flows are hashed into queues which take turns; a full queue drops from the longest.
 *
 * <p>Source: McKenney, "Stochastic Fairness Queueing" (INFOCOM 1990); parameters and defaults of tc-sfq(8). Turns are
 * those of a deficit round robin (Shreedhar and Varghese, SIGCOMM 1995): a flow sends while it has credit, the last
 * packet may overdraw it, and an overdrawn flow gets {@code quantum} bytes and goes to the end. Between two flows that
 * never run empty, bytes sent over any interval differ by less than quantum + 2 packets of the greatest length.
 *
 * <p>The hash changes every {@code perturb}, at the next arrival, so that two flows do not share a queue for long. Whole
 * queues are hashed again, so no flow is reordered, and nothing is dropped (Linux drops what the new queues cannot take).
 * That takes time for every waiting packet, once a {@code perturb}; all else takes constant time.
 */
public final class Sfq implements QueueDiscipline {
    public static final Parameter LIMIT =
            Parameter.of("limit", Unit.PACKETS, 1, 65_535, 127, "most packets that wait; tc-sfq(8)");
    public static final Parameter FLOWS =
            Parameter.of("flows", Unit.COUNT, 1, 65_535, 127, "most flows that wait; tc-sfq(8)");
    public static final Parameter DEPTH =
            Parameter.of("depth", Unit.PACKETS, 1, 65_535, 127, "most packets of a flow that wait; tc-sfq(8)");
    public static final Parameter DIVISOR =
            Parameter.of("divisor", Unit.COUNT, 1, 65_536, 1024, "buckets that flows are hashed into; tc-sfq(8)");
    public static final Parameter QUANTUM = Parameter.computed(
            "quantum", Unit.BYTES, 256, 1 << 20, Sfq::onePacket, "bytes a flow sends in a turn; one packet, tc-sfq(8)");
    public static final Parameter PERTURB = Parameter.of(
            "perturb",
            Unit.NANOSECONDS,
            0,
            86_400_000_000_000L,
            0,
            "time after which flows are hashed anew; 0 never, tc-sfq(8) advises 60 s");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "sfq",
            "https://man7.org/linux/man-pages/man8/tc-sfq.8.html",
            "flows take turns; dropped from the longest",
            List.of(LIMIT, FLOWS, DEPTH, DIVISOR, QUANTUM, PERTURB),
            Sfq::problems,
            Sfq::new);

    private static final int NO_SLOT = -1;
    private static final int[] NO_SLOTS = {};

    private final PacketStore packets;
    private final PacketFate fate;
    private final PacketList moving;
    private long seed;
    private boolean isPerturbed;
    private long perturbedNanos;

    private int limitPackets;
    private int limitFlows;
    private int depthPackets;
    private int quantumBytes;
    private long perturbNanos;

    private int[] slotOfBucket = NO_SLOTS;
    private int[] bucketOfSlot = NO_SLOTS;
    private int[] freeSlots = NO_SLOTS;
    private int usedSlots;
    private FlowQueues flows;
    private FlowLine turns;
    private LongestFlows lengths;

    public Sfq(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        moving = new PacketList(packets);
        seed = FlowHash.mix(around.seed());
        flows = new FlowQueues(packets, 0);
        turns = new FlowLine(flows);
        lengths = new LongestFlows(0, 0);
        configure(settings, 0);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        perturbIfDue(nowNanos);
        int slot = slotOfBucket[bucket(packet)];
        if (slot == NO_SLOT ? usedSlots >= limitFlows : flows.packets(slot) >= depthPackets) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        } else {
            adopt(packet, nowNanos);
        }
    }

    @Override
    public void adopt(int packet, long nowNanos) {
        add(packet);
        if (flows.packets() > limitPackets) {
            dropFromLongest(nowNanos);
        }
    }

    @Override
    public int dequeue(long nowNanos) {
        if (turns.isEmpty()) {
            return NONE;
        }
        int slot = nextTurn();
        int packet = removeFirst(slot);
        flows.setCredit(slot, flows.credit(slot) - FlowQueues.chargedBytes(packets.lengthBytes(packet)));
        return packet;
    }

    @Override
    public int peek(long nowNanos) {
        return turns.isEmpty() ? NONE : flows.first(nextTurn());
    }

    @Override
    public long readyNanos(long nowNanos) {
        return turns.isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public int withdraw(long nowNanos) {
        return turns.isEmpty() ? NONE : removeFirst(turns.first());
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        limitPackets = settings.intValue(LIMIT);
        limitFlows = settings.intValue(FLOWS);
        depthPackets = settings.intValue(DEPTH);
        quantumBytes = settings.intValue(QUANTUM);
        perturbNanos = settings.value(PERTURB);
        // A slot is in use while something waits in it, and one packet too many is taken in before another is dropped.
        int slots = Math.min(settings.intValue(DIVISOR), limitPackets + 1);
        slotOfBucket = new int[settings.intValue(DIVISOR)];
        Arrays.fill(slotOfBucket, NO_SLOT);
        bucketOfSlot = new int[slots];
        freeSlots = new int[slots];
        Arrays.setAll(freeSlots, slot -> slot);
        usedSlots = 0;
        flows = new FlowQueues(packets, slots);
        turns = new FlowLine(flows);
        lengths = new LongestFlows(slots, limitPackets + 1);
    }

    @Override
    public int backlogPackets() {
        return flows.packets();
    }

    @Override
    public long backlogBytes() {
        return flows.bytes();
    }

    /** The slot whose turn it is, with credit. What is overdrawn gets a quantum and goes behind the others. */
    private int nextTurn() {
        int slot = turns.first();
        while (flows.credit(slot) <= 0) {
            flows.setCredit(slot, flows.credit(slot) + quantumBytes);
            turns.addLast(turns.removeFirst());
            slot = turns.first();
        }
        return slot;
    }

    private void add(int packet) {
        int bucket = bucket(packet);
        int slot = slotOfBucket[bucket];
        if (slot == NO_SLOT) {
            slot = freeSlots[usedSlots++];
            slotOfBucket[bucket] = slot;
            bucketOfSlot[slot] = bucket;
            flows.setCredit(slot, quantumBytes);
            turns.addLast(slot);
        } else {
            // The way back from the last packet, which is the one that is dropped.
            packets.setTag(packet, flows.last(slot));
        }
        flows.addLast(slot, packet);
        lengths.grown(slot, flows.packets(slot));
    }

    /** From the slot whose turn it is. */
    private int removeFirst(int slot) {
        int packet = flows.removeFirst(slot);
        lengths.shrunk(slot, flows.packets(slot));
        if (flows.packets(slot) == 0) {
            turns.removeFirst();
            slotOfBucket[bucketOfSlot[slot]] = NO_SLOT;
            freeSlots[--usedSlots] = slot;
        }
        return packet;
    }

    /** Its last packet; when every flow has but one, that of the flow whose turn it is (as Linux does). */
    private void dropFromLongest(long nowNanos) {
        int packet;
        if (lengths.longestPackets() == 1) {
            packet = removeFirst(turns.first());
        } else {
            int slot = lengths.longest();
            packet = flows.removeLast(slot, (int) packets.tag(flows.last(slot)));
            lengths.shrunk(slot, flows.packets(slot));
        }
        fate.dropped(packet, DropCause.TAIL, nowNanos);
    }

    private void perturbIfDue(long nowNanos) {
        if (perturbNanos == 0 || (isPerturbed && nowNanos - perturbedNanos < perturbNanos)) {
            return;
        }
        if (isPerturbed) {
            perturb();
        }
        isPerturbed = true;
        perturbedNanos = nowNanos;
    }

    private void perturb() {
        while (!turns.isEmpty()) {
            moving.addLast(removeFirst(turns.first()));
        }
        seed = FlowHash.mix(seed + 1);
        while (!moving.isEmpty()) {
            add(moving.removeFirst());
        }
    }

    private int bucket(int packet) {
        return FlowHash.bucket(packets.flow(packet), seed, slotOfBucket.length);
    }

    private static long onePacket(Settings before, LinkFacts link) {
        return Math.max(256, link.mtuBytes());
    }

    /** "Defaults to the MTU of the interface which is also the advised value and the minimum value" (tc-sfq(8)). */
    private static List<Problem> problems(Settings settings, LinkFacts link) {
        if (!settings.has(QUANTUM) || settings.value(QUANTUM) >= link.mtuBytes()) {
            return List.of();
        }
        return List.of(new Problem(
                QUANTUM.name(),
                QUANTUM.text(settings.value(QUANTUM)),
                "at least the longest packet, " + link.mtuBytes() + "B",
                "raise quantum to the MTU"));
    }
}
