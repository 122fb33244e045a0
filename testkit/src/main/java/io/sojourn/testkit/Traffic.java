// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up traffic: the same arguments always give the same packets, ascending in time, the first at 0. */
public final class Traffic {
    private static final long BITS_PER_BYTE = 8;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private Traffic() {}

    /** Packets of one length at one rate; the gap is rounded down to the nanosecond. */
    public static List<Arrival> constant(long rateBitsPerSecond, int lengthBytes, int packets) {
        long gapNanos = lengthBytes * BITS_PER_BYTE * NANOS_PER_SECOND / rateBitsPerSecond;
        return onOff(1, packets, lengthBytes, gapNanos, 0);
    }

    /**
     * Bursts of evenly spaced packets.
     *
     * @param gapNanos between two packets of a burst
     * @param periodNanos between the starts of two bursts, at least as long as a burst
     */
    public static List<Arrival> onOff(int bursts, int packets, int lengthBytes, long gapNanos, long periodNanos) {
        List<Arrival> arrivals = new ArrayList<>(bursts * packets);
        for (int burst = 0; burst < bursts; burst++) {
            for (int i = 0; i < packets; i++) {
                arrivals.add(new Arrival(burst * periodNanos + i * gapNanos, lengthBytes));
            }
        }
        return arrivals;
    }

    /** A Poisson process: independent, exponential gaps around the mean rate. */
    public static List<Arrival> poisson(long seed, long rateBitsPerSecond, int lengthBytes, int packets) {
        Random random = new Random(seed);
        double meanGapNanos = (double) lengthBytes * BITS_PER_BYTE * NANOS_PER_SECOND / rateBitsPerSecond;
        List<Arrival> arrivals = new ArrayList<>(packets);
        long atNanos = 0;
        for (int i = 0; i < packets; i++) {
            arrivals.add(new Arrival(atNanos, lengthBytes));
            atNanos += Math.round(-meanGapNanos * Math.log(1 - random.nextDouble()));
        }
        return arrivals;
    }
}
