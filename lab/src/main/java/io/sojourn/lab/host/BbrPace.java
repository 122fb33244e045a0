// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/** The rate at which BBR sends, payload counted. */
final class BbrPace {
    /** Pacing stays below the bandwidth, so that a queue drains. */
    private static final double MARGIN = 0.99;
    /** A piece of data is what is sent in 1/1024 s. */
    private static final double PIECES_PER_SECOND = 1_024;

    private static final double SLOW_BITS_PER_SECOND = 1_200_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double payloadBits;
    private final Pacer pacer;
    private double bitsPerSecond;

    BbrPace(int payloadBytes, Pacer pacer) {
        payloadBits = payloadBytes * 8.0;
        this.pacer = pacer;
    }

    void set(double bandwidthBitsPerSecond, double gain) {
        bitsPerSecond = MARGIN * gain * bandwidthBitsPerSecond;
    }

    /** Only upwards. */
    void raise(double bandwidthBitsPerSecond, double gain) {
        bitsPerSecond = Math.max(bitsPerSecond, MARGIN * gain * bandwidthBitsPerSecond);
    }

    /** What one segment takes. */
    long gapNanos() {
        return (long) (payloadBits * NANOS_PER_SECOND / bitsPerSecond);
    }

    /** Segments that segmentation offload would send in one piece: at least 2, or 1 where it is slow. */
    int pieceSegments() {
        int least = bitsPerSecond < SLOW_BITS_PER_SECOND ? 1 : 2;
        return Math.max(least, (int) (bitsPerSecond / PIECES_PER_SECOND / payloadBits));
    }

    /** Segments that a bandwidth delivers until the next may leave. */
    int deliveredBeforeNext(double bandwidthBitsPerSecond, long nowNanos) {
        long waitNanos = Math.max(0, pacer.nextNanos() - nowNanos);
        return (int) (bandwidthBitsPerSecond * (waitNanos / NANOS_PER_SECOND) / payloadBits);
    }
}
