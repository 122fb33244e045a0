// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * Proportional rate reduction: in recovery a sender sends in proportion to what arrives, instead of pausing until half a
 * window has drained and then bursting.
 *
 * <p>Source: RFC 6937, section 3, with the slow-start reduction bound only while acknowledgments advance and nothing
 * more is found lost, as Linux has it; otherwise one out for one in.
 */
final class RateReduction {
    private double priorWindow;
    private double target;
    private long delivered;
    private long sent;

    /** @param target the window to end with */
    void begin(double priorWindow, double target) {
        this.priorWindow = priorWindow;
        this.target = target;
        delivered = 0;
        sent = 0;
    }

    void sent() {
        sent++;
    }

    /**
     * The window after an acknowledgment.
     *
     * @param newlyDelivered segments it acknowledges or SACKs for the first time
     * @param progress whether it advances, and shows no further loss
     * @param pipe segments in flight
     */
    double window(long newlyDelivered, boolean progress, int pipe) {
        delivered += newlyDelivered;
        double room;
        if (pipe > target) {
            room = Math.ceil(delivered * target / priorWindow) - sent;
        } else {
            double mayReplace = Math.max(delivered - sent, newlyDelivered) + (progress ? 1 : 0);
            room = Math.min(target - pipe, mayReplace);
        }
        return pipe + Math.max(room, sent == 0 ? 1 : 0);
    }
}
