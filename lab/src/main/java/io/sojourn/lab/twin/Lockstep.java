// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

/**
 * What greedy flows that stop and start together get from a policer: the closed form to check the network by.
 *
 * <p>The bucket drains at the access rate less its own, {@code t = 8B/(C-r)}; then all flows lose, and wait for their
 * timeouts. A cycle of {@code t + RTO} passes {@code 8B + r t} bits. Holds when the bucket fills again within the
 * timeout, {@code 8B/r <= RTO}; worst error against the network 0.7 Mbit/s at 20 Mbit/s.
 *
 * <p>Worked: C 100 Mbit/s, r 20 Mbit/s, B 625 000 bytes, RTO 0.30 s: t 62.5 ms, 17.24 Mbit/s, of it 16.63 payload.
 */
public final class Lockstep {
    private static final double BITS_PER_BYTE = 8;

    private Lockstep() {}

    /** Time in which a full bucket drains, in seconds. */
    public static double drainSeconds(double accessBitsPerSecond, BoxSettings.Policing policer) {
        return BITS_PER_BYTE * policer.depthBytes() / (accessBitsPerSecond - policer.rateBitsPerSecond());
    }

    /** Mean rate that passes, as the policer counts it. */
    public static double throughputBitsPerSecond(
            double accessBitsPerSecond, BoxSettings.Policing policer, double timeoutSeconds) {
        double drainSeconds = drainSeconds(accessBitsPerSecond, policer);
        double bits = BITS_PER_BYTE * policer.depthBytes() + policer.rateBitsPerSecond() * drainSeconds;
        return bits / (drainSeconds + timeoutSeconds);
    }
}
