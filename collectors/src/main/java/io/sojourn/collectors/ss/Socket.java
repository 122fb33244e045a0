// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import org.jspecify.annotations.Nullable;

/**
 * One TCP socket as {@code ss -tin} shows it. Counters are running totals of the connection; ss leaves out those that
 * are 0, so an absent counter is 0. What an old kernel does not tell is null.
 *
 * @param flow "local:port>peer:port/tcp", IPv4-mapped addresses as IPv4
 * @param srttMicros smoothed round-trip time (RFC 6298); null before the first sample
 * @param minRttMicros least round-trip time, over the kernel's window of five minutes
 * @param bytesSent payload, resent included
 * @param bytesReceived payload
 * @param dataSegmentsOut segments with payload, resent included
 * @param delivered segments the peer has, by cumulative or selective acknowledgment; null before Linux 4.18
 * @param retransmits segments sent again
 * @param dsackDuplicates of them, those the peer had already (RFC 2883)
 * @param reorderings how often an acknowledgment showed reordering
 * @param unackedSegments in flight
 * @param sendWindowBytes the peer's offered window, scaled; null before Linux 5.11
 * @param windowLimitedMillis time in which the peer's window held the sender back
 * @param busyMillis time with data under way, by the kernel's clock tick
 */
public record Socket(
        String flow,
        @Nullable String congestionControl,
        @Nullable Long srttMicros,
        @Nullable Long minRttMicros,
        @Nullable Long mssBytes,
        long bytesSent,
        long bytesAcked,
        long bytesReceived,
        long dataSegmentsOut,
        @Nullable Long delivered,
        long retransmits,
        long dsackDuplicates,
        long reorderings,
        long unackedSegments,
        @Nullable Long sendWindowBytes,
        long windowLimitedMillis,
        long busyMillis) {
    /** A connection of which nothing was counted yet. */
    static Socket begun(String flow) {
        return new Socket(flow, null, null, null, null, 0, 0, 0, 0, 0L, 0, 0, 0, 0, null, 0, 0);
    }
}
