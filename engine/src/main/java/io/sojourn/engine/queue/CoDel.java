// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DecidingQueue;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Controlled delay: drops or marks at the head once packets have waited longer than {@code target} for an interval.
 *
 * <p>Source: RFC 8289, by {@link CoDelLaw}. With {@code ecn}, a packet that would be dropped is marked if its transport
 * understands it. One dequeue drops at most {@value #DROPS_LIMIT} packets, as Linux; the pseudocode has no limit.
 */
public final class CoDel extends DecidingQueue {
    private static final long MILLISECOND_NANOS = 1_000_000;

    /** RFC 8289 section 4.3; at least 1.5 packet times as CAKE has it: one packet must be able to wait for another. */
    public static final Parameter TARGET = Parameter.computed(
            "target",
            Unit.NANOSECONDS,
            1_000,
            1_000_000_000,
            CoDel::defaultTargetNanos,
            "delay a standing queue may have; 5 ms, at least the time of 1.5 packets");

    /** RFC 8289 section 4.2; on slow links stretched as CAKE does. */
    public static final Parameter INTERVAL = Parameter.computed(
            "interval",
            Unit.NANOSECONDS,
            2_000,
            CoDelLaw.Goal.INTERVAL_LIMIT_NANOS,
            CoDel::defaultIntervalNanos,
            "round-trip time of most flows; 100 ms, more where the target is");

    public static final Parameter MTU = Limits.MTU;
    public static final Parameter ECN = Limits.ECN;

    /** The interval is at least twice the target. */
    public static final DisciplineType.Check CHECK = CoDel::check;

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "codel",
            "https://www.rfc-editor.org/rfc/rfc8289",
            "drops at the head while the delay stays above a target",
            List.of(TARGET, INTERVAL, ECN, Limits.LIMIT, Limits.LIMIT_BYTES, MTU),
            CHECK,
            CoDel::new);

    static final int DROPS_LIMIT = 256;

    private final PacketStore packets;
    private final PacketFate fate;
    private final LimitedList waiting;
    private final CoDelLaw law = new CoDelLaw();
    private CoDelLaw.Goal goal;
    private boolean isMarking;

    public CoDel(Settings settings, Surroundings around) {
        super(around.packets());
        packets = around.packets();
        fate = around.fate();
        waiting = new LimitedList(settings, around);
        goal = goal(settings);
        isMarking = settings.isOn(ECN);
    }

    /** The law's terms from {@link #TARGET}, {@link #INTERVAL} and {@link #MTU}. */
    public static CoDelLaw.Goal goal(Settings settings) {
        return new CoDelLaw.Goal(settings.value(TARGET), settings.value(INTERVAL), settings.intValue(MTU));
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        if (waiting.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            waiting.addLast(packet);
        }
    }

    @Override
    protected int choose(long nowNanos) {
        int dropped = 0;
        while (!waiting.isEmpty()) {
            int packet = waiting.removeFirst();
            long sojournNanos = nowNanos - packets.arrivalNanos(packet);
            if (dropped == DROPS_LIMIT || !law.isDrop(goal, sojournNanos, waiting.bytes(), nowNanos)) {
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

    @Override
    protected int withdrawQueued(long nowNanos) {
        return waiting.removeFirst();
    }

    @Override
    protected int queuedPackets() {
        return waiting.packets();
    }

    @Override
    protected long queuedBytes() {
        return waiting.bytes();
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        waiting.set(settings);
        goal = goal(settings);
        isMarking = settings.isOn(ECN);
    }

    private static long defaultTargetNanos(Settings before, LinkFacts link) {
        long oneAndAHalfPackets = (link.mtuNanos() * 3 + 1) / 2;
        return Math.min(Math.max(5 * MILLISECOND_NANOS, oneAndAHalfPackets), TARGET.most());
    }

    /** max(100 ms + target - 5 ms, 2 target); 113.2 ms at 1 Mbit/s. */
    private static long defaultIntervalNanos(Settings before, LinkFacts link) {
        long targetNanos = before.has(TARGET) ? before.value(TARGET) : 0;
        long stretchNanos = Math.max(0, targetNanos - 5 * MILLISECOND_NANOS);
        return Math.max(100 * MILLISECOND_NANOS + stretchNanos, 2 * targetNanos);
    }

    private static List<Problem> check(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Limits.problems(settings, link));
        if (settings.has(TARGET) && settings.has(INTERVAL)) {
            long targetNanos = settings.value(TARGET);
            long intervalNanos = settings.value(INTERVAL);
            if (intervalNanos < 2 * targetNanos) {
                problems.add(new Problem(
                        INTERVAL.name(),
                        INTERVAL.text(intervalNanos),
                        "at least twice the target of " + TARGET.text(targetNanos),
                        "raise interval or lower target"));
            }
        }
        return problems;
    }
}
