// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * Proportional integral controller enhanced: drops or marks arriving packets with a probability that a controller moves
 * every {@code tupdate} until the delay is at its target.
 *
 * <p>Source: RFC 8033. The delay is that of the packet that left last, by its time of arrival, 0 while nothing waits.
 * Differences: the probability of an idle queue falls by 1/64 an update, as in Linux, where the RFC has 0.02; PIE is
 * never switched off; a mark starts the spacing of drops anew, as a drop does.
 */
public final class Pie implements QueueDiscipline {
    public static final Parameter TARGET = Parameter.of(
            "target", Unit.NANOSECONDS, 1_000, 1_000_000_000, 15_000_000, "delay that is aimed at; RFC 8033: 15 ms");
    public static final Parameter TUPDATE = Parameter.of(
            "tupdate", Unit.NANOSECONDS, 100_000, 1_000_000_000, 15_000_000, "time between updates; RFC 8033: 15 ms");
    public static final Parameter ALPHA = Parameter.of(
            "alpha", Unit.RATIO, 0, PiStep.GAIN_LIMIT, 125_000_000, "change per second above the target; 0.125");
    public static final Parameter BETA =
            Parameter.of("beta", Unit.RATIO, 0, PiStep.GAIN_LIMIT, 1_250_000_000, "change per second of growth; 1.25");
    public static final Parameter MAX_BURST = Parameter.of(
            "maxBurst", Unit.NANOSECONDS, 0, 10_000_000_000L, 150_000_000, "burst never dropped from; 150 ms");
    /** RFC 8033 section 5.1: "mark_ecnth". */
    public static final Parameter ECN_LIMIT = Parameter.of(
            "ecnLimit",
            Unit.RATIO,
            0,
            Fraction.PARTS,
            100_000_000,
            "probability above which even ECN is dropped; 10 %");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "pie",
            "https://www.rfc-editor.org/rfc/rfc8033",
            "drops arrivals at random, as often as it takes to hold a delay",
            List.of(
                    TARGET,
                    TUPDATE,
                    ALPHA,
                    BETA,
                    MAX_BURST,
                    Limits.ECN,
                    ECN_LIMIT,
                    Limits.LIMIT,
                    Limits.LIMIT_BYTES,
                    Limits.MTU),
            Limits.CHECK,
            Pie::new);

    private static final long SHARE_20_PERCENT = Fraction.ONE / 5;
    private static final long SHARE_10_PERCENT = Fraction.ONE / 10;
    private static final long SHARE_2_PERCENT = Fraction.ONE / 50;
    private static final long HIGH_DELAY_NANOS = 250_000_000;
    private static final long SURELY_PASSES = Fraction.ONE / 100 * 85;
    private static final long SURELY_DROPS = Fraction.ONE / 2 * 17;

    private final PacketStore packets;
    private final PacketFate fate;
    private final LimitedList waiting;
    private final SplitMix random;
    private final UpdateClock updates;
    private PiStep step;
    private long updateNanos;
    private long maxBurstNanos;
    private long markingLimit;
    private long twoPacketsBytes;

    private long probability;
    private long accumulated;
    private long burstNanos;
    private long lastSojournNanos;
    private long delayBeforeNanos;

    public Pie(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        waiting = new LimitedList(settings, around);
        random = new SplitMix(around.seed());
        updates = new UpdateClock(settings.value(TUPDATE));
        step = PiStep.of(settings, TARGET, ALPHA, BETA);
        set(settings);
        burstNanos = maxBurstNanos;
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        update(nowNanos);
        if (!waiting.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            return;
        }
        if (isChosen()) {
            accumulated = 0;
            if (probability > markingLimit || !packets.markCongestion(packet)) {
                fate.dropped(packet, DropCause.AQM, nowNanos);
                return;
            }
            fate.marked(packet, nowNanos);
        }
        waiting.addLast(packet);
    }

    @Override
    public void adopt(int packet, long nowNanos) {
        update(nowNanos);
        if (waiting.hasRoom(packet, backlogPackets(), backlogBytes(), nowNanos)) {
            waiting.addLast(packet);
        }
    }

    @Override
    public int dequeue(long nowNanos) {
        update(nowNanos);
        int packet = waiting.removeFirst();
        if (packet != NONE) {
            lastSojournNanos = nowNanos - packets.arrivalNanos(packet);
        }
        return packet;
    }

    @Override
    public int peek(long nowNanos) {
        return waiting.first();
    }

    @Override
    public long readyNanos(long nowNanos) {
        return waiting.isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public int withdraw(long nowNanos) {
        update(nowNanos);
        return waiting.removeFirst();
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        update(nowNanos);
        waiting.set(settings);
        step = PiStep.of(settings, TARGET, ALPHA, BETA);
        updates.setPeriod(settings.value(TUPDATE), nowNanos);
        set(settings);
        burstNanos = Math.min(burstNanos, maxBurstNanos);
    }

    @Override
    public int backlogPackets() {
        return waiting.packets();
    }

    @Override
    public long backlogBytes() {
        return waiting.bytes();
    }

    /** In units of {@link Fraction}. */
    long probability() {
        return probability;
    }

    /** RFC 8033 section 4.2: steps are smaller while the probability is, so that it is found from far below. */
    static long tuned(long change, long probability) {
        if (probability >= SHARE_10_PERCENT) {
            return change;
        }
        int shift = 1;
        for (long bound = SHARE_10_PERCENT / 10; probability < bound && shift < 11; bound /= 10) {
            shift += 2;
        }
        return change / (1L << shift);
    }

    private boolean isChosen() {
        // Section 4.1: no drop below half the target while the probability is under 0.2, nor from less than two
        // packets.
        boolean isShort = delayBeforeNanos < step.targetNanos() / 2 && probability < SHARE_20_PERCENT;
        if (burstNanos > 0 || isShort || waiting.bytes() < twoPacketsBytes) {
            return false;
        }
        // Section 5.4, de-randomization: neither two drops close together nor none for long.
        accumulated = probability == 0 ? 0 : Math.min(accumulated + probability, SURELY_DROPS);
        if (accumulated < SURELY_PASSES) {
            return false;
        }
        return accumulated >= SURELY_DROPS || random.fraction() < probability;
    }

    private void update(long nowNanos) {
        for (long at = updates.due(nowNanos); at != UpdateClock.NONE_DUE; at = updates.due(nowNanos)) {
            updateOnce(waiting.isEmpty() ? 0 : lastSojournNanos);
        }
    }

    private void updateOnce(long delayNanos) {
        long change = tuned(step.change(delayNanos, delayBeforeNanos), probability);
        // Section 5.5: once the probability is 0.1 no step is larger than 0.02.
        if (probability >= SHARE_10_PERCENT) {
            change = Math.min(change, SHARE_2_PERCENT);
        }
        // Section 5.5: delay above 250 ms adds 2 % whatever the controller says.
        if (delayNanos > HIGH_DELAY_NANOS) {
            change += SHARE_2_PERCENT;
        }
        probability = Math.max(0, Math.min(Fraction.ONE, probability + change));
        // Section 4.2: the probability of an idle queue decays exponentially.
        if (delayNanos == 0 && delayBeforeNanos == 0) {
            probability -= probability >> 6;
        }
        long half = step.targetNanos() / 2;
        boolean isQuiet = probability == 0 && delayNanos < half && delayBeforeNanos < half;
        burstNanos = isQuiet ? maxBurstNanos : Math.max(0, burstNanos - updateNanos);
        delayBeforeNanos = delayNanos;
    }

    private void set(Settings settings) {
        updateNanos = settings.value(TUPDATE);
        maxBurstNanos = settings.value(MAX_BURST);
        markingLimit = settings.isOn(Limits.ECN) ? Fraction.ofParts(settings.value(ECN_LIMIT)) : -1;
        twoPacketsBytes = 2 * settings.value(Limits.MTU);
    }
}
