// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.shape;

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
import org.jspecify.annotations.Nullable;

/**
 * Token bucket filter: a packet leaves at the first nanosecond at which the bucket covers all of it, and so does a second
 * bucket for the rate within a burst, where one is set.
 *
 * <p>Source: tc-tbf(8). Exact, see {@link TokenBucket}. Differs from Linux, where a bucket is counted in nanoseconds of
 * sending time, rounded per packet, and where a packet longer than the bucket is dropped on arrival rather than when it
 * is next.
 */
public final class Tbf extends CreditShaper {
    public static final Parameter RATE = Parameter.required(
            "rate",
            Unit.BITS_PER_SECOND,
            LEAST_RATE_BITS_PER_SECOND,
            TokenBucket.RATE_LIMIT_BITS_PER_SECOND,
            "how fast packets leave");
    public static final Parameter BURST = Parameter.computed(
            "burst",
            Unit.BYTES,
            1,
            TokenBucket.DEPTH_LIMIT_BYTES,
            Tbf::fourMilliseconds,
            "depth of the bucket, what may leave at once; 4 ms of rate (a timer tick at HZ=250), at least one packet");
    public static final Parameter PEAK_RATE = Parameter.optional(
            "peakRate",
            Unit.BITS_PER_SECOND,
            LEAST_RATE_BITS_PER_SECOND,
            TokenBucket.RATE_LIMIT_BITS_PER_SECOND,
            "rate within a burst; none by default: a burst leaves as fast as the link takes it");
    public static final Parameter MTU = Parameter.computed(
            "mtu",
            Unit.BYTES,
            1,
            TokenBucket.DEPTH_LIMIT_BYTES,
            (before, link) -> link.mtuBytes(),
            "depth of the bucket of peakRate; one packet");

    public static final DisciplineType.ShaperType TYPE = new DisciplineType.ShaperType(
            "tbf",
            "https://man7.org/linux/man-pages/man8/tc-tbf.8.html",
            "token bucket filter: one rate, bursts up to a depth",
            List.of(RATE, BURST, PEAK_RATE, MTU),
            Tbf::problems,
            Tbf::new);

    private static final int TICKS_PER_SECOND = 250;

    private TokenBucket bucket;
    private @Nullable TokenBucket peakBucket;

    Tbf(Settings settings, Surroundings around, QueueDiscipline inner) {
        super(around, inner);
        bucket = new TokenBucket(settings.value(RATE), settings.value(BURST));
        peakBucket = settings.has(PEAK_RATE) ? new TokenBucket(settings.value(PEAK_RATE), settings.value(MTU)) : null;
    }

    @Override
    long nanosUntil(int lengthBytes, long nowNanos) {
        long waitNanos = bucket.nanosUntil(lengthBytes, nowNanos);
        return peakBucket == null ? waitNanos : Math.max(waitNanos, peakBucket.nanosUntil(lengthBytes, nowNanos));
    }

    @Override
    void spend(int lengthBytes, long nowNanos) {
        bucket.conforms(lengthBytes, nowNanos);
        if (peakBucket != null) {
            peakBucket.conforms(lengthBytes, nowNanos);
        }
    }

    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (before instanceof Tbf old) {
            bucket = continued(old.bucket, bucket, nowNanos);
            if (peakBucket != null && old.peakBucket != null) {
                peakBucket = continued(old.peakBucket, peakBucket, nowNanos);
            }
        }
    }

    private static TokenBucket continued(TokenBucket old, TokenBucket wanted, long nowNanos) {
        old.reconfigure(wanted.rateBitsPerSecond(), wanted.depthBytes(), nowNanos);
        return old;
    }

    /** tc-tbf(8): "you need at least 10kbytes of burst for 10mbit/s", which is one tick of a timer at HZ. */
    private static long fourMilliseconds(Settings before, LinkFacts link) {
        long tickBytes = before.has(RATE) ? before.value(RATE) / 8 / TICKS_PER_SECOND : 0;
        return Math.max(tickBytes, link.mtuBytes());
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        coversPacket(settings, BURST, link, problems);
        if (settings.has(PEAK_RATE)) {
            coversPacket(settings, MTU, link, problems);
            if (settings.has(RATE) && settings.value(PEAK_RATE) <= settings.value(RATE)) {
                problems.add(new Problem(
                        "peakRate",
                        PEAK_RATE.text(settings.value(PEAK_RATE)),
                        "above the rate, " + RATE.text(settings.value(RATE)),
                        "raise peakRate, or leave it out"));
            }
        }
        return problems;
    }
}
