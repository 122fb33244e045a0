// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.math.BigInteger;

/** How long a queue has to be, and what its length costs. Whole units; the rounding is said at each. */
public final class Sizing {
    private static final long BITS_PER_BYTE = 8;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private Sizing() {}

    /** Bandwidth-delay product in bytes, rounded down. 20 Mbit/s x 100 ms: 250 000. */
    public static long bandwidthDelayBytes(long rateBitsPerSecond, long rttMicros) {
        return scaled(rateBitsPerSecond, rttMicros, BITS_PER_BYTE * MICROS_PER_SECOND);
    }

    /**
     * Shortest queue that loses nothing when every flow is held by its receive window: whole segments of all windows,
     * less what the path holds. Each flow keeps {@code floor(window/MSS)} segments in flight; what is not on the path
     * waits.
     *
     * <p>Exact for equal segments; a queue one shorter loses. 4 flows of 64 512 bytes, MSS 1460, no path: 176 packets;
     * at 20 Mbit/s and 5 ms, frames of 1514 bytes: 168.
     *
     * @param bandwidthDelayBytes what the path holds, see {@link #bandwidthDelayBytes}
     */
    public static long lossFreeQueuePackets(
            int flows, long windowBytes, int mssBytes, long bandwidthDelayBytes, int packetBytes) {
        return Math.max(1, flows * (windowBytes / mssBytes) - bandwidthDelayBytes / packetBytes);
    }

    /**
     * Round-trip time of flows held by their windows: Little's law, all windows over their goodput, in nanoseconds,
     * rounded to the nearest. 4 x 64 512 bytes at 19.3 Mbit/s: 106.963 ms.
     */
    public static long windowLimitedRttNanos(int flows, long windowBytes, long goodputBitsPerSecond) {
        long bits = flows * windowBytes * BITS_PER_BYTE;
        return rounded(bits, NANOS_PER_SECOND, goodputBitsPerSecond);
    }

    /**
     * Queue that keeps a link full for many long flows out of step: bandwidth-delay product over the root of their
     * number, in packets, rounded up. 250 000 bytes, 100 flows, frames of 1514 bytes: 17.
     *
     * <p>Source: Appenzeller, Keslassy, McKeown, "Sizing router buffers" (SIGCOMM 2004). Holds for some 50 flows and
     * more; fewer keep in step and need the whole product.
     */
    public static long manyFlowsQueuePackets(long bandwidthDelayBytes, long flows, int packetBytes) {
        return (long) Math.ceil(bandwidthDelayBytes / Math.sqrt(flows) / packetBytes);
    }

    /**
     * Byte limit of a token bucket filter that holds a packet no longer than {@code latencyMicros}: rate x latency +
     * burst (tc-tbf(8), "latency"), rounded down. 0.5 Mbit/s, 5120 bytes, 70 ms: 9495.
     */
    public static long tbfLimitBytes(long rateBitsPerSecond, long depthBytes, long latencyMicros) {
        return bandwidthDelayBytes(rateBitsPerSecond, latencyMicros) + depthBytes;
    }

    private static long scaled(long a, long b, long divisor) {
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .divide(BigInteger.valueOf(divisor))
                .longValueExact();
    }

    private static long rounded(long a, long b, long divisor) {
        BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
        return product.add(BigInteger.valueOf(divisor / 2))
                .divide(BigInteger.valueOf(divisor))
                .longValueExact();
    }
}
