// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import org.jspecify.annotations.Nullable;

/** One interface of a pcapng section. */
final class PcapngInterface {
    static final int MICROSECONDS = 6;
    private static final int BINARY = 0x80;
    /** A fraction of so many bits times 10^9 still fits a long. */
    private static final int EXACT_BITS = 33;

    private final int linkType;
    private final long snapLength;
    private final int resolution;
    private final long offsetSeconds;
    private long missedBeforePackets = -1;
    private long missedInAll = -1;

    /**
     * @param snapLength most bytes captured of a packet; 0 for no limit
     * @param resolution {@code if_tsresol}: 10^-n s, or 2^-n s when the top bit is set
     * @param offsetSeconds {@code if_tsoffset}, added to every time
     */
    PcapngInterface(int linkType, long snapLength, int resolution, long offsetSeconds) {
        this.linkType = linkType;
        this.snapLength = snapLength;
        this.resolution = resolution;
        this.offsetSeconds = offsetSeconds;
    }

    int linkType() {
        return linkType;
    }

    long snapLength() {
        return snapLength;
    }

    /** {@code epb_dropcount}: packets missed between this packet and the one before. */
    void missedBeforePacket(long packets) {
        missedBeforePackets = Math.max(0, missedBeforePackets) + Math.max(0, packets);
    }

    /** {@code isb_ifdrop} and {@code isb_osdrop}: packets missed since the capture began. */
    void missedInAll(long packets) {
        missedInAll = Math.max(missedInAll, packets);
    }

    /** Both ways of saying it tell of the same packets; null when neither was used. */
    @Nullable
    Long missedPackets() {
        long missed = Math.max(missedBeforePackets, missedInAll);
        return missed < 0 ? null : (Long) missed;
    }

    /** Ticks since the Unix epoch as nanoseconds; finer resolutions are rounded down. */
    long nanos(long ticks) {
        int exponent = resolution & ~BINARY;
        long nanos = (resolution & BINARY) != 0 ? binary(ticks, exponent) : decimal(ticks, exponent);
        return nanos + offsetSeconds * 1_000_000_000L;
    }

    private static long decimal(long ticks, int exponent) {
        long value = ticks;
        for (int i = exponent; i < 9; i++) {
            value *= 10;
        }
        for (int i = 9; i < exponent; i++) {
            value = Long.divideUnsigned(value, 10);
        }
        return value;
    }

    private static long binary(long ticks, int bits) {
        if (bits >= 63) {
            return 0;
        }
        long seconds = ticks >>> bits;
        long fraction = ticks & ((1L << bits) - 1);
        int kept = Math.min(bits, EXACT_BITS);
        return seconds * 1_000_000_000L + (((fraction >>> (bits - kept)) * 1_000_000_000L) >>> kept);
    }
}
