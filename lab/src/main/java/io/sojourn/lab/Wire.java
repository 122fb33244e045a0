// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/** What hosts hand to the network. */
interface Wire {
    /** {@link #acknowledge}: nothing was SACKed. */
    long NO_SACK = -1;
    /** {@link #acknowledge}: the segment had been received before (D-SACK, RFC 2883). */
    long DUPLICATE = -2;

    /** A sender sends a segment. */
    void transmit(int flow, long segment, long nowNanos);

    /**
     * A receiver sends an acknowledgment.
     *
     * @param cumulative lowest segment not received
     * @param sack the segment that came out of order, {@link #NO_SACK} or {@link #DUPLICATE}
     */
    void acknowledge(int flow, long cumulative, long sack, long nowNanos);
}
