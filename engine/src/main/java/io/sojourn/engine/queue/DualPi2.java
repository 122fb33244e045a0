// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DecidingQueue;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * Two coupled queues: low latency for flows that answer to marks in proportion (L4S), a classic queue for the rest, and
 * about the same rate for either kind of flow.
 *
 * <p>Source: RFC 9332, appendix A.1 and A.2; defaults of Linux dualpi2. Differences, as in Linux: the controller looks
 * at the older of the two heads; the queues share by weighted round robin in bytes, not by a time-shifted FIFO; the low
 * latency queue is marked in one step and not on a ramp. One dequeue drops at most {@value #DROPS_LIMIT} packets.
 */
public final class DualPi2 extends DecidingQueue {
    public static final Parameter LIMIT =
            Parameter.of("limit", Unit.PACKETS, 1, 1_000_000, 10_000, "most packets that wait in both queues");
    public static final Parameter TARGET = Parameter.of(
            "target", Unit.NANOSECONDS, 1_000, 1_000_000_000, 15_000_000, "classic delay aimed at; RFC 9332: 15 ms");
    public static final Parameter TUPDATE = Parameter.of(
            "tupdate",
            Unit.NANOSECONDS,
            100_000,
            1_000_000_000,
            16_000_000,
            "time between updates; Linux: 16 ms, RFC 9332: 15 ms");
    public static final Parameter ALPHA = Parameter.of(
            "alpha",
            Unit.RATIO,
            0,
            PiStep.GAIN_LIMIT,
            160_000_000,
            "change per second above the target; Linux: 0.16, RFC 9332: 0.15");
    public static final Parameter BETA = Parameter.of(
            "beta",
            Unit.RATIO,
            0,
            PiStep.GAIN_LIMIT,
            3_200_000_000L,
            "change per second of growth; Linux: 3.2, RFC 9332: 3");
    public static final Parameter STEP = Parameter.computed(
            "step",
            Unit.NANOSECONDS,
            1_000,
            1_000_000_000,
            DualPi2::defaultStepNanos,
            "low-latency delay from which all is marked; 1 ms, at least the time of 1.5 packets");
    public static final Parameter COUPLING =
            Parameter.of("coupling", Unit.COUNT, 1, 16, 2, "marks per root of a classic drop (k); RFC 9332: 2");
    public static final Parameter CLASSIC_SHARE = Parameter.of(
            "classicShare", Unit.RATIO, 1, Fraction.PARTS - 1, 100_000_000, "of the link if both queues want it; 10 %");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "dualpi2",
            "https://www.rfc-editor.org/rfc/rfc9332",
            "low latency for L4S flows beside a classic queue",
            List.of(LIMIT, Limits.LIMIT_BYTES, TARGET, TUPDATE, ALPHA, BETA, STEP, COUPLING, CLASSIC_SHARE, Limits.MTU),
            Limits.CHECK,
            DualPi2::new);

    static final int DROPS_LIMIT = CoDel.DROPS_LIMIT;

    private static final long MILLISECOND_NANOS = 1_000_000;

    private final PacketStore packets;
    private final PacketFate fate;
    private final LimitedList classic;
    private final PacketList low;
    private final UpdateClock updates;
    private final Recurrence classicDrops = new Recurrence();
    private final Recurrence lowMarks = new Recurrence();
    private final Recurrence lowDrops = new Recurrence();
    private PiStep step;
    private long stepNanos;
    private long coupling;
    private long classicShareParts;
    private int mtuBytes;

    private long base;
    private long delayBeforeNanos;
    private long lowCredit;

    public DualPi2(Settings settings, Surroundings around) {
        super(around.packets());
        packets = around.packets();
        fate = around.fate();
        classic = new LimitedList(settings, around);
        low = new PacketList(packets);
        updates = new UpdateClock(settings.value(TUPDATE));
        step = PiStep.of(settings, TARGET, ALPHA, BETA);
        set(settings);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        update(nowNanos);
        if (!classic.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            return;
        }
        // Appendix A.1: ECT(1) and CE, "ecn(pkt) modulo 2 == 1", go to the L4S queue.
        boolean isLow = (packets.ecn(packet) & PacketStore.ECT_1) != 0;
        (isLow ? low : classic).addLast(packet);
    }

    @Override
    protected int choose(long nowNanos) {
        update(nowNanos);
        for (int dropped = 0; queuedPackets() > 0; dropped++) {
            boolean isLow = isLowNext();
            int packet = (isLow ? low : classic).removeFirst();
            boolean mayDrop = dropped < DROPS_LIMIT;
            if (isLow ? passesLow(packet, mayDrop, nowNanos) : passesClassic(packet, mayDrop, nowNanos)) {
                noteShare(isLow, packets.lengthBytes(packet));
                return packet;
            }
            fate.dropped(packet, DropCause.AQM, nowNanos);
        }
        return NONE;
    }

    @Override
    protected int withdrawQueued(long nowNanos) {
        update(nowNanos);
        int packet = low.removeFirst();
        return packet == NONE ? classic.removeFirst() : packet;
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        update(nowNanos);
        classic.set(settings);
        updates.setPeriod(settings.value(TUPDATE), nowNanos);
        step = PiStep.of(settings, TARGET, ALPHA, BETA);
        set(settings);
    }

    @Override
    protected int queuedPackets() {
        return low.packets() + classic.packets();
    }

    @Override
    protected long queuedBytes() {
        return low.bytes() + classic.bytes();
    }

    /** {@code p'}, the base probability, in units of {@link Fraction}. */
    long baseProbability() {
        return base;
    }

    /** {@code p_C = p'^2}. */
    static long classicProbability(long base) {
        return Fraction.times(base, base);
    }

    /** {@code p_CL = k p'}, at most 1. */
    static long coupledProbability(long base, long coupling) {
        return Math.min(Fraction.ONE, coupling * base);
    }

    /** {@code p' + change}, from 0 to 1. */
    static long moved(long base, long change) {
        return Math.max(0, Math.min(Fraction.ONE, base + change));
    }

    private boolean passesClassic(int packet, boolean mayDrop, long nowNanos) {
        if (!classicDrops.isDue(classicProbability(base))) {
            return true;
        }
        // Appendix A.2: "if (ecn(pkt) == 0 OR p_C >= p_Cmax)": overload drops what could be marked.
        if (!isOverloaded() && packets.markCongestion(packet)) {
            fate.marked(packet, nowNanos);
            return true;
        }
        return !mayDrop;
    }

    private boolean passesLow(int packet, boolean mayDrop, long nowNanos) {
        boolean isOverloaded = isOverloaded();
        if (isOverloaded && lowDrops.isDue(classicProbability(base)) && mayDrop) {
            return false;
        }
        long sojournNanos = nowNanos - packets.arrivalNanos(packet);
        // Appendix A.2: native marking only "if p_CL < p_Lmax", and appendix A.1: not while less than a packet waits.
        boolean isStep = !isOverloaded && sojournNanos >= stepNanos && low.bytes() >= mtuBytes;
        if (lowMarks.isDue(isStep ? Fraction.ONE : coupledProbability(base, coupling))) {
            packets.markCongestion(packet);
            fate.marked(packet, nowNanos);
        }
        return true;
    }

    private boolean isOverloaded() {
        return coupling * base >= Fraction.ONE;
    }

    private boolean isLowNext() {
        if (low.isEmpty() || classic.isEmpty()) {
            lowCredit = 0;
            return !low.isEmpty();
        }
        return lowCredit >= 0;
    }

    /** Each queue pays with the other's share, so that while both wait their bytes are as their shares. */
    private void noteShare(boolean isLow, int lengthBytes) {
        lowCredit += isLow ? -lengthBytes * classicShareParts : lengthBytes * (Fraction.PARTS - classicShareParts);
    }

    private void update(long nowNanos) {
        for (long at = updates.due(nowNanos); at != UpdateClock.NONE_DUE; at = updates.due(nowNanos)) {
            long delayNanos = Math.max(ageNanos(classic, at), ageNanos(low, at));
            base = moved(base, step.change(delayNanos, delayBeforeNanos));
            delayBeforeNanos = delayNanos;
        }
    }

    private long ageNanos(PacketList queue, long atNanos) {
        return queue.isEmpty() ? 0 : Math.max(0, atNanos - packets.arrivalNanos(queue.first()));
    }

    private void set(Settings settings) {
        stepNanos = settings.value(STEP);
        coupling = settings.value(COUPLING);
        classicShareParts = settings.value(CLASSIC_SHARE);
        mtuBytes = settings.intValue(Limits.MTU);
    }

    private static long defaultStepNanos(Settings before, LinkFacts link) {
        return Math.min(Math.max(MILLISECOND_NANOS, (link.mtuNanos() * 3 + 1) / 2), STEP.most());
    }
}
