// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;

/** Told what becomes of the packets that come to one line or box. Flows are known by their place in the plan. */
public interface HopObserver {
    /** Keeps nothing. */
    HopObserver NONE = new HopObserver() {};

    default void offered(int flow, int ipBytes, long nowNanos) {}

    /** @param sojournNanos waiting, and being put on the wire; propagation is not in it */
    default void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {}

    default void dropped(int flow, DropCause cause, long nowNanos) {}

    /** The line lost it: nobody decided that. */
    default void lost(int flow, long nowNanos) {}

    /** So many packets wait now. */
    default void waiting(int packets, long nowNanos) {}

    /** Tells both. */
    static HopObserver both(HopObserver first, HopObserver second) {
        return new HopObserver() {
            @Override
            public void offered(int flow, int ipBytes, long nowNanos) {
                first.offered(flow, ipBytes, nowNanos);
                second.offered(flow, ipBytes, nowNanos);
            }

            @Override
            public void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {
                first.sent(flow, ipBytes, sojournNanos, nowNanos);
                second.sent(flow, ipBytes, sojournNanos, nowNanos);
            }

            @Override
            public void dropped(int flow, DropCause cause, long nowNanos) {
                first.dropped(flow, cause, nowNanos);
                second.dropped(flow, cause, nowNanos);
            }

            @Override
            public void lost(int flow, long nowNanos) {
                first.lost(flow, nowNanos);
                second.lost(flow, nowNanos);
            }

            @Override
            public void waiting(int packets, long nowNanos) {
                first.waiting(packets, nowNanos);
                second.waiting(packets, nowNanos);
            }
        };
    }
}
