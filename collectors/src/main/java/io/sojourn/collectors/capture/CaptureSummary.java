// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.Decoding;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param unread packets that could not be read to their innermost header, by name: an Ethertype, a tunnel
 * @param missedSaid packets that the capturing host says it missed; null when the file says nothing of that
 * @param missedFound segments that were acknowledged and are not in the capture
 * @param flows directions of connections with the most bytes, heaviest first
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
        Map<String, Long> unread,
        @Nullable Long missedSaid,
        long missedFound,
        List<CapturedFlow> flows,
        @Nullable String problem) {
    public CaptureSummary {
        notCounted = Map.copyOf(notCounted);
        unread = Collections.unmodifiableMap(new LinkedHashMap<>(unread));
        flows = List.copyOf(flows);
    }

    /** What a person should know beside the verdict, a line each: where it was taken, what it missed, what was not read. */
    public List<String> notes() {
        return CaptureNotes.of(this);
    }
}
