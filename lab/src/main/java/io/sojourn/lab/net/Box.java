// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.plan.HopPlan;

/** Where packets are policed, wait, and are scheduled. Each packet it takes it gives to its exit, sooner or later. */
public interface Box {
    /** Takes a packet; what was due before has been released. */
    void offer(Packet packet, long nowNanos);

    /** Lets go what leaves now. */
    void release(long nowNanos);

    /** Earliest time at which {@link #release} may let something go; {@code Long.MAX_VALUE} when nothing waits. */
    long nextReleaseNanos(long nowNanos);

    int backlogPackets();

    /** Where a box gives packets to. */
    interface Exit {
        void sent(Packet packet, long sojournNanos, long nowNanos);

        void dropped(Packet packet, DropCause cause, long nowNanos);
    }

    /** Makes the box of a plan. */
    @FunctionalInterface
    interface Maker {
        /** @param packets all packets of the run */
        Box make(HopPlan.Box plan, Packets packets, Exit exit, long seed);
    }
}
