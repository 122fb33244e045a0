// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import org.jspecify.annotations.Nullable;

/**
 * What a socket did between two polls.
 *
 * @param sentPackets data segments, resent included
 * @param passedPackets data segments the peer got
 * @param lostPackets segments sent again that the peer did not have already; a duplicate reported after its
 *     retransmission's poll makes this too high there and is taken off the next ones
 * @param frameBytes an average data segment of the flow on Ethernet
 * @param srttBeforeMicros smoothed round-trip time at the poll before
 */
record SocketDelta(
        long sentPackets,
        long retransmittedPackets,
        long passedPackets,
        long lostPackets,
        long reorderedPackets,
        long frameBytes,
        @Nullable Long srttBeforeMicros) {
    static final SocketDelta NONE = new SocketDelta(0, 0, 0, 0, 0, 0, null);

    boolean hasData() {
        return sentPackets > 0 || passedPackets > 0;
    }
}
