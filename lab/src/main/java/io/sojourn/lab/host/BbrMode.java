// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/** What BBR is doing (draft-cardwell-iccrg-bbr-congestion-control-00, section 3.4), with its gains. */
enum BbrMode {
    /** Nearly three times as fast each round. */
    STARTUP(2.885, 2.885),
    /** Takes back the queue that the start left. */
    DRAIN(1 / 2.885, 2.885),
    /** The usual one: the pacing gain is the cycle's. */
    PROBE_BANDWIDTH(1, 2),
    /** Keeps four segments in flight for a while, to see the path without a queue. */
    PROBE_RTT(1, 1);

    private final double pacingGain;
    private final double windowGain;

    BbrMode(double pacingGain, double windowGain) {
        this.pacingGain = pacingGain;
        this.windowGain = windowGain;
    }

    double pacingGain() {
        return pacingGain;
    }

    /** Bandwidth-delay products in flight at most. */
    double windowGain() {
        return windowGain;
    }
}
