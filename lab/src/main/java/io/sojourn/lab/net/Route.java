// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

/** The way from one end of a flow to the other. */
public final class Route {
    private final Step first;

    Route(Step first) {
        this.first = first;
    }

    /** Sends a packet on its way. */
    public void send(Packet packet, long nowNanos) {
        first.enter(packet, nowNanos);
    }
}
