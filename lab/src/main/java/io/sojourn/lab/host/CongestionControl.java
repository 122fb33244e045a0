// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.plan.TcpSettings;

/** How a window grows in congestion avoidance and what a loss costs. Windows are in segments. Slow start is the sender's. */
interface CongestionControl {
    /**
     * The window after an acknowledgment in congestion avoidance.
     *
     * @param acked segments it newly acknowledges
     */
    double grown(double window, int acked, long srttNanos, long nowNanos);

    /**
     * The window (and slow start threshold) after a loss.
     *
     * @param window what was in use, receive window included
     * @param timeout whether a timeout found the loss
     */
    double reduced(double window, boolean timeout);

    /**
     * Whether slow start should end before it loses anything.
     *
     * @param rttNanos a clean sample
     * @param newRound whether it is the first of its round trip
     */
    boolean endsSlowStart(double window, long rttNanos, boolean newRound);

    /** BBR has a window of its own kind. */
    static CongestionControl of(TcpSettings.Algorithm algorithm) {
        return switch (algorithm) {
            case RENO -> new Reno();
            case CUBIC -> new Cubic(false);
            case LINUX_CUBIC -> new Cubic(true);
            case BBR -> throw new IllegalArgumentException("BBR");
        };
    }
}
