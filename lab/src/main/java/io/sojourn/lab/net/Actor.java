// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import org.jspecify.annotations.Nullable;

/** Something that happens at a time it asked for. */
public interface Actor {
    /**
     * @param what a number of the actor's own
     * @param packet what it is about, if anything
     */
    void act(int what, @Nullable Packet packet, long nowNanos);
}
