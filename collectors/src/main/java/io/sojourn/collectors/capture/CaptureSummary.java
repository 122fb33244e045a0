// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.Decoding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was in a capture.
 *
 * @param packets packets read
 * @param bytes their length on the link
 * @param firstNanos time of the first packet, Unix epoch; 0 when there is none
 * @param lastNanos latest time of a packet
 * @param batches batches given out
 * @param notCounted packets that are no IP or could not be read, by reason
 * @param evictedFlows connections that had to make room for others
 * @param lateLosses losses known too late for their loss trail; they are in the flow samples
 * @param problem why the file could not be read to its end, null when it could
 */
public record CaptureSummary(
        long packets,
        long bytes,
        long firstNanos,
        long lastNanos,
        long batches,
        Map<Decoding, Long> notCounted,
        long evictedFlows,
        long lateLosses,
        @Nullable String problem) {
    public CaptureSummary {
        notCounted = Map.copyOf(notCounted);
    }
}
