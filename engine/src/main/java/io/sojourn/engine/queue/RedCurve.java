// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * How likely RED drops an arrival, by the average length of the queue, and how drops are spaced.
 *
 * <p>Source: Floyd, Jacobson (1993), section 7: {@code pb = maxp (avg - min) / (max - min)}, and with {@code pa = pb /
 * (1 - count pb)}, count being the packets passed since a drop, the distance of drops is uniform from 1 to 1/pb. (Their
 * figure 2 counts the packet judged too, which makes it 1 to 1/pb - 1.) Gentle: Floyd, "Recommendation on using the
 * gentle_ variant of RED" (2000): from maxp at max to 1 at 2 max. Error: slopes are rounded down to 2<sup>-56</sup> a
 * packet.
 */
final class RedCurve {
    private long minimum;
    private long maximum;
    private long certain;
    private long maxProbability;
    private long slope;
    private long gentleSlope;
    private int count;

    /** What becomes of an arrival. */
    enum Verdict {
        PASS,
        /** Dropped, or marked where that is allowed. */
        EARLY,
        /** Dropped: the average is above all thresholds. */
        FORCED
    }

    /** @param maxParts of 10^9, reached at {@code maxPackets} */
    void set(int minPackets, int maxPackets, long maxParts, boolean isGentle) {
        minimum = (long) minPackets << RedAverage.PACKET_BITS;
        maximum = (long) maxPackets << RedAverage.PACKET_BITS;
        certain = isGentle ? 2 * maximum : maximum;
        maxProbability = Fraction.ofParts(maxParts);
        slope = maxProbability / Math.max(1, maxPackets - minPackets);
        gentleSlope = (Fraction.ONE - maxProbability) / maxPackets;
    }

    Verdict verdict(long average, SplitMix random) {
        if (average < minimum) {
            count = 0;
            return Verdict.PASS;
        }
        if (average >= certain) {
            count = 0;
            return Verdict.FORCED;
        }
        if (!isChosen(probability(average), random)) {
            count++;
            return Verdict.PASS;
        }
        count = 0;
        return Verdict.EARLY;
    }

    /** {@code pb}, of averages from the minimum up. */
    long probability(long average) {
        return average < maximum
                ? Fraction.scaled(average - minimum, slope, RedAverage.PACKET_BITS)
                : maxProbability + Fraction.scaled(average - maximum, gentleSlope, RedAverage.PACKET_BITS);
    }

    /** Whether {@code random < pb / (1 - count pb)}, without the division. */
    private boolean isChosen(long probability, SplitMix random) {
        if (probability == 0) {
            return false;
        }
        if (count >= Fraction.ONE / probability) {
            return true;
        }
        long rest = Fraction.ONE - count * probability;
        return Fraction.times(random.fraction(), rest) < probability;
    }
}
