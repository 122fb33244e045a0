// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.Locale;

/**
 * Where a capture was taken, seen by one flow.
 *
 * @param grounds the halves of the round trip and what they are from; empty when unknown
 */
record CapturePlace(CaptureSide side, String grounds) {
    static final CapturePlace UNKNOWN = new CapturePlace(CaptureSide.UNKNOWN, "");

    private static final int FACTOR = 4;

    /**
     * @param aheadNanos from here to the receiver and back
     * @param backNanos from here to the sender and back
     */
    static CapturePlace of(String source, long aheadNanos, long backNanos) {
        CaptureSide side = aheadNanos >= FACTOR * Math.max(1, backNanos)
                ? CaptureSide.SENDER
                : backNanos >= FACTOR * Math.max(1, aheadNanos) ? CaptureSide.RECEIVER : CaptureSide.MIDDLE;
        return new CapturePlace(
                side,
                String.format(
                        Locale.ROOT,
                        "%s: %.2f ms to the receiver and back, %.2f ms to the sender and back",
                        source,
                        aheadNanos / 1e6,
                        backNanos / 1e6));
    }
}
