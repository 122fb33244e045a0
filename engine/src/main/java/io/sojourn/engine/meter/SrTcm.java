// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TokenBucket;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Single rate three color marker: one rate fills a committed bucket, and when that is full an excess bucket.
 *
 * <p>Source: RFC 2697. Exact in nanobits, as {@link TokenBucket} is: tokens are not added one byte at a time, as the RFC
 * has it for simplicity, but as they are earned.
 */
public final class SrTcm extends ColorMeter {
    private static final Parameter BURST =
            Rates.depth("burst", 0, Rates.RATE, "committed burst (CBS); 250 ms of rate, at least a packet");
    private static final Parameter EXCESS_BURST = Parameter.computed(
            "excessBurst",
            Unit.BYTES,
            0,
            TokenBucket.DEPTH_LIMIT_BYTES,
            (before, link) -> before.has(BURST) ? before.value(BURST) : Settings.ABSENT,
            "excess burst (EBS), filled when burst is full; as much as burst");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "srtcm",
            "https://www.rfc-editor.org/rfc/rfc2697",
            "single rate three color marker: rate, burst and excess burst",
            parameters(Rates.RATE, BURST, EXCESS_BURST),
            SrTcm::problems,
            SrTcm::new);

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;

    private long rateBitsPerSecond;
    private long committedDepthNanobits;
    private long excessDepthNanobits;
    /** Whole nanoseconds in which both buckets fill from empty, rounded down. */
    private long fillNanos;

    private long committedNanobits;
    private long excessNanobits;
    private long creditedNanos;

    public SrTcm(Settings settings, Surroundings around) {
        super(settings, around);
        set(settings);
        // RFC 2697 section 3: "The token buckets C and E are initially (at time 0) full"
        fill();
    }

    @Override
    Color meter(int lengthBytes, Color before, long nowNanos) {
        earn(nowNanos);
        // A packet longer than any depth is red; the nanobits of a shorter one fit a long.
        if (before == Color.RED || lengthBytes > TokenBucket.DEPTH_LIMIT_BYTES) {
            return Color.RED;
        }
        long lengthNanobits = lengthBytes * NANOBITS_PER_BYTE;
        // "If the packet has been precolored as green and Tc(t)-B >= 0, the packet is green and Tc is decremented by B"
        if (before == Color.GREEN && committedNanobits >= lengthNanobits) {
            committedNanobits -= lengthNanobits;
            return Color.GREEN;
        }
        // "else if the packet has been precolored as green or yellow and if Te(t)-B >= 0, the packets is yellow"
        if (excessNanobits >= lengthNanobits) {
            excessNanobits -= lengthNanobits;
            return Color.YELLOW;
        }
        return Color.RED;
    }

    /** Of the excess bucket, the last a packet is tried on; of the committed one where there is no excess. */
    @Override
    public long levelBytes(long nowNanos) {
        earn(nowNanos);
        return (excessDepthNanobits == 0 ? committedNanobits : excessNanobits) / NANOBITS_PER_BYTE;
    }

    /** Whole bytes of credit in the committed bucket. */
    long committedBytes(long nowNanos) {
        earn(nowNanos);
        return committedNanobits / NANOBITS_PER_BYTE;
    }

    @Override
    void configureBuckets(Settings settings, long nowNanos) {
        earn(nowNanos);
        set(settings);
        committedNanobits = Math.min(committedNanobits, committedDepthNanobits);
        excessNanobits = Math.min(excessNanobits, excessDepthNanobits);
    }

    private void set(Settings settings) {
        rateBitsPerSecond = settings.value(Rates.RATE);
        committedDepthNanobits = settings.value(BURST) * NANOBITS_PER_BYTE;
        excessDepthNanobits = settings.value(EXCESS_BURST) * NANOBITS_PER_BYTE;
        // The sum, at most 2^31 bytes, fits 64 bits without a sign.
        fillNanos = Long.divideUnsigned(committedDepthNanobits + excessDepthNanobits, rateBitsPerSecond);
    }

    private void earn(long nowNanos) {
        long committedMissing = committedDepthNanobits - committedNanobits;
        long excessMissing = excessDepthNanobits - excessNanobits;
        if ((committedMissing | excessMissing) == 0) {
            // Also how the clock's origin, which may be negative, is learnt: new buckets are full.
            creditedNanos = nowNanos;
            return;
        }
        long elapsedNanos = nowNanos - creditedNanos;
        if (elapsedNanos <= 0) {
            return;
        }
        creditedNanos = nowNanos;
        if (elapsedNanos > fillNanos) {
            fill();
        } else {
            earn(elapsedNanos * rateBitsPerSecond, committedMissing, excessMissing);
        }
    }

    /** @param earnedNanobits without a sign, at most the sum of both depths */
    private void earn(long earnedNanobits, long committedMissing, long excessMissing) {
        // "If Tc is less than CBS, Tc is incremented by one, else if Te is less then EBS, Te is incremented by one"
        if (Long.compareUnsigned(earnedNanobits, committedMissing) < 0) {
            committedNanobits += earnedNanobits;
            return;
        }
        committedNanobits = committedDepthNanobits;
        long overflow = earnedNanobits - committedMissing;
        excessNanobits =
                Long.compareUnsigned(overflow, excessMissing) < 0 ? excessNanobits + overflow : excessDepthNanobits;
    }

    private void fill() {
        committedNanobits = committedDepthNanobits;
        excessNanobits = excessDepthNanobits;
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Marking.problems(settings));
        if (!settings.has(BURST) || !settings.has(EXCESS_BURST)) {
            return problems;
        }
        // RFC 2697 section 2: "must be configured so that at least one of them is larger than 0. It is recommended
        // that when the value of the CBS or the EBS is larger than 0, it is larger than or equal to the size of the
        // largest possible IP packet"
        boolean committed = settings.value(BURST) > 0;
        boolean excess = settings.value(EXCESS_BURST) > 0;
        if (committed || !excess) {
            problems.addAll(Rates.tooShallow(settings, link, BURST));
        }
        if (excess) {
            problems.addAll(Rates.tooShallow(settings, link, EXCESS_BURST));
        }
        return problems;
    }
}
