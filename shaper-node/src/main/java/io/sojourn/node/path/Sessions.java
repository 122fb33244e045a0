// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.PacketStore;
import io.sojourn.telemetry.capture.IpProtocol;

/**
 * Which UDP flows are new: one that was not seen for a minute. TCP says itself when a session opens.
 *
 * <p>A table of 16 384 places, a flow in the one its hash gives; of two flows in one place the older is forgotten, and
 * counts as new when it comes again. Source of the minute: nf_conntrack's 60 s to 120 s for UDP (nf_conntrack-sysctl).
 */
final class Sessions {
    private static final int PLACES = 1 << 14;
    private static final long FORGOTTEN_AFTER_NANOS = 60_000_000_000L;

    private final long[] flowOfPlace = new long[PLACES];
    private final long[] lastNanos = new long[PLACES];

    /** {@link PacketStore#OPENS_SESSION} for the first packet of a UDP flow, else 0. */
    int opening(Packet packet, long flow, long nowNanos) {
        if (packet.protocol != IpProtocol.UDP) {
            return 0;
        }
        int place = (int) flow & (PLACES - 1);
        boolean known = flowOfPlace[place] == flow && nowNanos - lastNanos[place] < FORGOTTEN_AFTER_NANOS;
        flowOfPlace[place] = flow;
        lastNanos[place] = nowNanos;
        return known ? 0 : PacketStore.OPENS_SESSION;
    }
}
