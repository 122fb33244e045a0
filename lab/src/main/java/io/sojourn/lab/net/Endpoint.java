// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

/** Where a route ends. */
@FunctionalInterface
public interface Endpoint {
    /** Takes a packet; it is given back when this returns. */
    void receive(Packet packet, long nowNanos);
}
