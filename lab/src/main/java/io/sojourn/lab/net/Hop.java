// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

/** Something on a route: takes a packet, and some time later passes it on or drops it. */
interface Hop {
    void accept(Packet packet, long nowNanos);
}
