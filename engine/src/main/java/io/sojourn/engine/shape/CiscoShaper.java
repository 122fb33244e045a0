// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.shape;

import io.sojourn.engine.CiscoDefaults;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TokenBucket;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * The shaper of Cisco IOS ({@code shape average}, {@code shape peak}): credit comes in one piece at the start of each
 * interval Tc = Bc/CIR, so packets leave in bursts. What an interval leaves unused is kept, up to Be.
 *
 * <p>Source: Cisco IOS 12.2, "Policing and Shaping Overview"; peak rate = CIR (1 + Be/Bc). Intervals run from
 * the packet that first takes credit until a whole one has passed with the credit full.
 *
 * <p>Exact: the n-th interval after the first packet starts at n Bc/CIR, rounded up to a nanosecond, and roundings do not
 * add up. A packet leaves once there is credit for all of it, so with a Be of less than a packet the end of each Bc goes
 * unused and the rate stays below CIR.
 */
public final class CiscoShaper extends CreditShaper {
    public static final Parameter RATE = Parameter.required(
            "rate",
            Unit.BITS_PER_SECOND,
            LEAST_RATE_BITS_PER_SECOND,
            TokenBucket.RATE_LIMIT_BITS_PER_SECOND,
            "CIR, how fast packets leave");
    public static final Parameter BURST = Parameter.computed(
            "burst",
            Unit.BYTES,
            256,
            TokenBucket.DEPTH_LIMIT_BYTES,
            CiscoShaper::fourMilliseconds,
            "Bc, credit of one interval, in bytes where IOS writes bits; 4 ms of rate (IOS XE), at least one packet");
    public static final Parameter EXCESS_BURST = Parameter.computed(
            "excessBurst",
            Unit.BYTES,
            0,
            TokenBucket.DEPTH_LIMIT_BYTES,
            (before, link) -> before.has(BURST) ? before.value(BURST) : 0,
            "Be, most unused credit that is kept, in bytes where IOS writes bits; as much as burst (IOS XE)");
    public static final Parameter PEAK = Parameter.onOff(
            "peak", false, "shape peak: every interval brings excessBurst too, so the rate is CIR (1 + Be/Bc)");

    public static final DisciplineType.ShaperType TYPE = new DisciplineType.ShaperType(
            "cisco",
            "https://www.cisco.com/c/en/us/td/docs/ios/12_2/qos/configuration/guide/fqos_c/qcfpolsh.html",
            "shaper of Cisco IOS: credit once an interval, packets in bursts",
            List.of(RATE, BURST, EXCESS_BURST, PEAK),
            CiscoShaper::problems,
            CiscoShaper::new);

    private final long rateBitsPerSecond;
    private final long pieceBytes;
    private final long creditLimitBytes;
    private final long intervalNanos;
    /** What a whole number of nanoseconds leaves out of an interval, in parts of 1/rate of a nanosecond. */
    private final long intervalRest;

    private long creditBytes;
    private long nextStartNanos;
    private long rest;
    private boolean resting = true;

    CiscoShaper(Settings settings, Surroundings around, QueueDiscipline inner) {
        super(around, inner);
        rateBitsPerSecond = settings.value(RATE);
        long burstBytes = settings.value(BURST);
        creditLimitBytes = burstBytes + settings.value(EXCESS_BURST);
        pieceBytes = settings.isOn(PEAK) ? creditLimitBytes : burstBytes;
        intervalNanos = burstBytes * 8_000_000_000L / rateBitsPerSecond;
        intervalRest = burstBytes * 8_000_000_000L % rateBitsPerSecond;
        creditBytes = creditLimitBytes;
    }

    @Override
    long nanosUntil(int lengthBytes, long nowNanos) {
        earn(nowNanos);
        if (lengthBytes <= creditBytes) {
            return 0;
        }
        if (lengthBytes > creditLimitBytes) {
            return Long.MAX_VALUE;
        }
        // Of the missing pieces the first comes at the next start. At most 2^23 of them: no product overflows.
        long further = (lengthBytes - creditBytes - 1) / pieceBytes;
        return startNanos(further) - nowNanos;
    }

    @Override
    void spend(int lengthBytes, long nowNanos) {
        earn(nowNanos);
        if (resting) {
            resting = false;
            // One part below a whole nanosecond: every start is rounded up, so no credit comes early.
            rest = rateBitsPerSecond - 1;
            nextStartNanos = nowNanos;
            advance();
        }
        creditBytes -= lengthBytes;
    }

    /**
     * Carries credit on, up to what this shaper may hold. The interval under way ends when it would have, or after a new
     * interval if that is sooner, so that changes do not put credit off for ever.
     */
    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (before instanceof CiscoShaper old) {
            old.earn(nowNanos);
            creditBytes = Math.min(old.creditBytes, creditLimitBytes);
            resting = creditBytes == creditLimitBytes;
            rest = rateBitsPerSecond - 1;
            nextStartNanos = nowNanos;
            advance();
            if (!old.resting) {
                nextStartNanos = Math.min(nextStartNanos, old.nextStartNanos);
            }
        }
    }

    /** At most one turn for each Bc sent since the credit was last full. */
    private void earn(long nowNanos) {
        while (!resting && nextStartNanos <= nowNanos) {
            resting = creditBytes == creditLimitBytes;
            creditBytes = Math.min(creditBytes + pieceBytes, creditLimitBytes);
            advance();
        }
    }

    private void advance() {
        nextStartNanos = startNanos(1);
        rest = (rest + intervalRest) % rateBitsPerSecond;
    }

    /** Start of the interval so many after the next. */
    private long startNanos(long further) {
        return nextStartNanos + further * intervalNanos + (rest + further * intervalRest) / rateBitsPerSecond;
    }

    /** 20 Mbit/s: 10 000 bytes, which IOS XE shows as 80 000 bits. */
    private static long fourMilliseconds(Settings before, LinkFacts link) {
        long bits = before.has(RATE) ? CiscoDefaults.shapeBurstBits(before.value(RATE)) : 0;
        return Math.max(bits / 8, link.mtuBytes());
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        coversPacket(settings, BURST, link, problems);
        return problems;
    }
}
