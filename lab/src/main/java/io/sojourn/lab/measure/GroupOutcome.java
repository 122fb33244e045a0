// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/**
 * What the flows of one group got together. Counts are sums, delays are over all their samples.
 *
 * @param activeFlows of them, under way in the time measured
 * @param fairness Jain's index of the goodputs of those, 1/n to 1: (sum x)^2 / (n sum x^2); 1 when nothing was delivered
 */
public record GroupOutcome(
        String name,
        int flows,
        int activeFlows,
        double goodputBitsPerSecond,
        long sentPackets,
        long lostPackets,
        long resentPackets,
        long deliveries,
        long timeouts,
        long silences,
        double longestSilenceMicros,
        double fairness,
        DelayStats rtt,
        DelayStats timeToAck,
        DelayStats chunkTime) {}
