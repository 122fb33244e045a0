// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

/**
 * Counters of a qdisc or class. The first five are running totals. {@code overlimits} is not among them: it counts
 * attempts that had to wait, about one a packet on a busy HTB and two on a TBF, and is no sign of loss.
 *
 * @param sentBytes bytes dequeued, Ethernet header included
 * @param sentPackets packets dequeued
 * @param drops packets dropped, for whatever cause
 * @param overflowDrops of {@code drops}, those for want of room, where an active queue manager tells them apart
 * @param marks packets marked CE
 * @param backlogBytes waiting now
 * @param backlogPackets waiting now
 */
public record TcCounters(
        long sentBytes,
        long sentPackets,
        long drops,
        long overflowDrops,
        long marks,
        long backlogBytes,
        long backlogPackets) {}
