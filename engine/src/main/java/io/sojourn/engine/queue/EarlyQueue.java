// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/** What RED and its weighted kin have in common: one average, and a curve by which an arrival is judged. */
abstract class EarlyQueue implements QueueDiscipline {
    private static final long PACKET_TIME_LIMIT_NANOS = 1_000_000_000;

    /** tc-red(8): "avpkt" 1000 at "bandwidth". */
    static final Parameter PACKET_TIME = Parameter.computed(
            "packetTime",
            Unit.NANOSECONDS,
            1,
            PACKET_TIME_LIMIT_NANOS,
            EarlyQueue::kilobyteNanos,
            "time of a packet, by which the average falls while nothing waits; 1000 bytes");

    private static final Parameter WEIGHT = weight(0, "");

    private final PacketStore packets;
    private final PacketFate fate;
    private final LimitedList waiting;
    private final SplitMix random;
    private final RedAverage average = new RedAverage();
    private boolean isMarking;

    /** Subclasses set their curves after it. */
    EarlyQueue(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        waiting = new LimitedList(settings, around);
        random = new SplitMix(around.seed());
        set(settings);
    }

    /** The parameter {@code weight} with a default of its own. */
    static Parameter weight(long defaultParts, String inWords) {
        String meaning = "part that a new length has in the average; " + inWords;
        return Parameter.of("weight", Unit.RATIO, 1, Fraction.PARTS, defaultParts, meaning);
    }

    /** The curve by which the packet is judged. */
    abstract RedCurve curve(int packet);

    abstract void setCurves(Settings settings);

    @Override
    public final void enqueue(int packet, long nowNanos) {
        average.arrived(waiting.packets(), nowNanos);
        RedCurve.Verdict verdict = curve(packet).verdict(average.value(), random);
        if (!waiting.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            noteIdle(nowNanos);
            return;
        }
        if (verdict != RedCurve.Verdict.PASS && !isMarked(packet, verdict, nowNanos)) {
            fate.dropped(packet, DropCause.AQM, nowNanos);
            noteIdle(nowNanos);
            return;
        }
        waiting.addLast(packet);
    }

    @Override
    public final void adopt(int packet, long nowNanos) {
        if (waiting.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            waiting.addLast(packet);
        }
    }

    @Override
    public final int dequeue(long nowNanos) {
        int packet = waiting.removeFirst();
        if (packet != NONE) {
            noteIdle(nowNanos);
        }
        return packet;
    }

    @Override
    public final int peek(long nowNanos) {
        return waiting.first();
    }

    @Override
    public final long readyNanos(long nowNanos) {
        return waiting.isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public final int withdraw(long nowNanos) {
        return dequeue(nowNanos);
    }

    @Override
    public final void configure(Settings settings, long nowNanos) {
        waiting.set(settings);
        set(settings);
        setCurves(settings);
    }

    @Override
    public final int backlogPackets() {
        return waiting.packets();
    }

    @Override
    public final long backlogBytes() {
        return waiting.bytes();
    }

    /** A problem unless {@code min < max}. */
    static void checkOrder(Settings settings, Parameter min, Parameter max, List<Problem> problems) {
        if (settings.has(min) && settings.has(max) && settings.value(min) >= settings.value(max)) {
            String bound = "below " + max.name() + ", " + max.text(settings.value(max));
            String mend = "lower " + min.name() + " or raise " + max.name();
            problems.add(new Problem(min.name(), min.text(settings.value(min)), bound, mend));
        }
    }

    /** A problem unless {@code max <= limit}. */
    static void checkLimit(Settings settings, Parameter max, Parameter limit, List<Problem> problems) {
        if (settings.has(max) && settings.has(limit) && settings.value(max) > settings.value(limit)) {
            String bound = "at most " + limit.name() + ", " + limit.text(settings.value(limit));
            String mend = "lower " + max.name() + " or raise " + limit.name();
            problems.add(new Problem(max.name(), max.text(settings.value(max)), bound, mend));
        }
    }

    private boolean isMarked(int packet, RedCurve.Verdict verdict, long nowNanos) {
        if (!isMarking || verdict == RedCurve.Verdict.FORCED || !packets.markCongestion(packet)) {
            return false;
        }
        fate.marked(packet, nowNanos);
        return true;
    }

    private void noteIdle(long nowNanos) {
        if (waiting.isEmpty()) {
            average.emptied(nowNanos);
        }
    }

    private void set(Settings settings) {
        average.set(settings.value(WEIGHT), settings.value(PACKET_TIME));
        isMarking = settings.isOn(Limits.ECN);
    }

    private static long kilobyteNanos(Settings before, LinkFacts link) {
        return Math.min(PACKET_TIME_LIMIT_NANOS, (8_000_000_000_000L - 1) / link.rateBitsPerSecond() + 1);
    }
}
