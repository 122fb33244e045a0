// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.TcpHeader;

/**
 * The receive window offered to a flow, against the data it has in flight.
 *
 * <p>Rule: a flow is window limited in an interval when the median of its data in flight, taken as each acknowledgment
 * arrives, is at least 0.9 of the largest window offered. (The sender may not send what would pass the window by a part of
 * a segment, so full use stays a little below it.)
 *
 * <p>The scale (RFC 7323) is in the SYN of either side. When they were not seen, the window is taken as it stands until
 * more is in flight than it allows; from then on it is not known.
 */
final class Window {
    static final double FULL_RATIO = 0.9;

    private static final int SAMPLES = 128;

    private final MedianSampler inflightBytes = new MedianSampler(SAMPLES);
    private int scale;
    private boolean scaleKnown;
    private boolean contradicted;
    private long offeredBytes = -1;
    private long largestBytes = -1;
    private long samples;
    private long fullSamples;

    /** Both SYNs were seen. */
    void scale(int ownScale, int peerScale) {
        boolean scaled = ownScale != TcpHeader.NO_WINDOW_SCALE && peerScale != TcpHeader.NO_WINDOW_SCALE;
        scale = scaled ? ownScale : 0;
        scaleKnown = true;
    }

    void inflight(long bytes) {
        if (bytes <= 0) {
            return;
        }
        inflightBytes.add(bytes);
        samples++;
        if (offeredBytes > 0 && bytes >= FULL_RATIO * offeredBytes) {
            fullSamples++;
            contradicted |= !scaleKnown && bytes > offeredBytes;
        }
    }

    void offered(int field) {
        offeredBytes = (long) field << scale;
        largestBytes = Math.max(largestBytes, offeredBytes);
    }

    boolean isKnown() {
        return largestBytes >= 0 && !contradicted;
    }

    long largestBytes() {
        return largestBytes;
    }

    boolean hasInflight() {
        return !inflightBytes.isEmpty();
    }

    long medianInflightBytes() {
        return inflightBytes.median();
    }

    boolean isLimited() {
        return isKnown() && hasInflight() && medianInflightBytes() >= FULL_RATIO * largestBytes;
    }

    /** Share of the acknowledgments that found the window used up. */
    double fullRatio() {
        return samples == 0 ? 0 : (double) fullSamples / samples;
    }

    void clear() {
        inflightBytes.clear();
        samples = 0;
        fullSamples = 0;
        largestBytes = offeredBytes;
    }
}
