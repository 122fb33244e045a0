// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Told by a discipline what it did to a packet other than send it. */
public interface PacketFate {
    /** The packet is in no queue any more; the receiver releases it. */
    void dropped(int packet, DropCause cause, long nowNanos);

    /** The packet now carries CE (RFC 3168) and goes on waiting, or leaves. */
    void marked(int packet, long nowNanos);
}
