// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import org.jspecify.annotations.Nullable;

/**
 * What is done to a packet before it reaches a queue: metered and passed, remarked or dropped (the meters and actions of
 * RFC 3290 sections 5 and 6). Nothing waits in it. Not safe for use by several threads.
 */
public interface Conditioning {
    /** The cause for which the packet is to be dropped; null lets it pass, remarked if need be. */
    @Nullable
    DropCause condition(int packet, long nowNanos);

    /** Whole bytes of credit in the bucket that decides about drops; -1 when it has none. */
    long levelBytes(long nowNanos);

    /** Changes settings between two packets; credit goes on, up to the new depth. */
    void configure(Settings settings, long nowNanos);
}
