// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DropCause;

/** Told what becomes of each packet, while its index is still valid. Totals are kept by {@link ClassCounters} anyway. */
public interface LinkObserver {
    /** Keeps nothing. */
    LinkObserver NONE = new LinkObserver() {};

    /** @param sojournNanos from its arrival to its leaving (RFC 8289 section 3) */
    default void sent(int packet, long sojournNanos, long nowNanos) {}

    /** @param levelBytes whole bytes of credit in the bucket that the packet did not fit; -1 when no bucket decided */
    default void dropped(int packet, DropCause cause, long levelBytes, long nowNanos) {}

    default void marked(int packet, long nowNanos) {}
}
