// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/**
 * What the flows of one group got together. Counts are sums, delays are over all their samples.
 *
 * @param fairness Jain's index of their goodputs, 1/n to 1: (sum x)^2 / (n sum x^2); 1 when nothing was delivered
 */
public record GroupOutcome(
        String name,
        int flows,
        double goodputBitsPerSecond,
        long sentPackets,
        long resentPackets,
        long deliveries,
        long timeouts,
        long silences,
        double longestSilenceMicros,
        double fairness,
        DelayStats rtt,
        DelayStats timeToAck,
        DelayStats chunkTime) {}
