// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/** Reno's congestion avoidance: one segment a round trip up, half down (RFC 5681, sections 3.1 and 3.2). */
final class Reno implements CongestionControl {
    @Override
    public double grown(double window, int acked, long srttNanos, long nowNanos) {
        return window + acked / window;
    }

    @Override
    public double reduced(double window, boolean timeout) {
        return Math.max(2, Math.floor(window / 2));
    }

    @Override
    public boolean endsSlowStart(double window, long rttNanos, boolean newRound) {
        return false;
    }
}
