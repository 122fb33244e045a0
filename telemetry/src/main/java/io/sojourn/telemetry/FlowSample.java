// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What one flow (RFC 7011: packets with the same addresses, ports and protocol, one direction) did during the interval.
 * Only the top flows by bytes are sent.
 *
 * @param flow "source:port>destination:port/protocol" with addresses as RFC 5952 writes them and protocol tcp, udp,
 *     icmp, icmpv6 or a number; without ports where the protocol or a fragment has none: see
 *     {@link io.sojourn.telemetry.capture.FlowName}
 * @param packets packets seen, resent ones included
 * @param bytes their bytes, counted as the queue's settings say
 * @param lostPackets packets found lost in the interval, by their first sending; base: {@code packets}
 * @param retransmittedPackets data segments sent again; base: {@code dataPackets}
 * @param reorderedPackets data segments that came after a later one and were not sent again
 * @param rttMicros clean (Karn) round-trip times
 * @param minRttMicros least round-trip time of the flow so far, from the kernel or the capture
 * @param jitterMicros RFC 3550 interarrival jitter at the end of the interval
 * @param mssBytes payload of a full segment
 * @param advertisedWindowBytes largest receive window offered in the interval, scaled
 * @param inflightBytes median unacknowledged data
 * @param windowLimitedRatio share of the interval in which the offered window held the sender back, 0 to 1
 * @param congestionControl name the kernel gives it, null when not known
 */
public record FlowSample(
        String queue,
        String flow,
        long packets,
        long bytes,
        long dataPackets,
        long lostPackets,
        long retransmittedPackets,
        long reorderedPackets,
        Sketch rttMicros,
        @Nullable Long minRttMicros,
        @Nullable Long jitterMicros,
        @Nullable Long mssBytes,
        @Nullable Long advertisedWindowBytes,
        @Nullable Long inflightBytes,
        @Nullable Double windowLimitedRatio,
        @Nullable String congestionControl) {
    public FlowSample {
        Range.name("queue", queue);
        Range.name("flow", flow);
        Range.atLeast("packets", packets, 0);
        Range.atLeast("bytes", bytes, 0);
        Range.atLeast("dataPackets", dataPackets, 0);
        Range.atLeast("lostPackets", lostPackets, 0);
        Range.atLeast("retransmittedPackets", retransmittedPackets, 0);
        Range.atLeast("reorderedPackets", reorderedPackets, 0);
        Range.present("rttMicros", rttMicros);
        Range.atLeast("minRttMicros", minRttMicros, 0);
        Range.atLeast("jitterMicros", jitterMicros, 0);
        Range.atLeast("mssBytes", mssBytes, 1);
        Range.atLeast("advertisedWindowBytes", advertisedWindowBytes, 0);
        Range.atLeast("inflightBytes", inflightBytes, 0);
        Range.finite("windowLimitedRatio", windowLimitedRatio, 0, 1);
    }
}
