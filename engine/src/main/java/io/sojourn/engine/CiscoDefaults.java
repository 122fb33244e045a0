// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * What Cisco IOS XE sets when only a rate is given: the settings most found in the field.
 *
 * <p>Sources: Cisco IOS XE "Modular QoS: police" (250 ms of CIR) and "QoS queue depth" (50 ms of 1500-byte packets, at
 * least 64). Whole units, rounded down.
 */
public final class CiscoDefaults {
    private CiscoDefaults() {}

    /** Burst of {@code police}: CIR/32 bytes, at least 1500. 20 Mbit/s: 625 000 bytes. */
    public static long policeBurstBytes(long rateBitsPerSecond) {
        return Math.max(1500, rateBitsPerSecond / 32);
    }

    /** Bc of {@code shape average}: 4 ms of CIR, in bits. 20 Mbit/s: 80 000 bits. */
    public static long shapeBurstBits(long rateBitsPerSecond) {
        return rateBitsPerSecond / 250;
    }

    /** Queue limit: 50 ms of 1500-byte packets, at least 64. 20 Mbit/s: 83 packets. */
    public static long queueLimitPackets(long rateBitsPerSecond) {
        return Math.max(64, rateBitsPerSecond / (20 * 8 * 1500));
    }
}
