// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Told the sojourn time of each sent packet: from its arrival to its leaving (RFC 8289, section 3). */
@FunctionalInterface
public interface SojournRecorder {
    /** Keeps nothing. */
    SojournRecorder NONE = (sojournNanos, nowNanos) -> {};

    /**
     * @param sojournNanos at least 0; 0 for a packet that did not wait
     * @param nowNanos when it left
     */
    void sent(long sojournNanos, long nowNanos);
}
