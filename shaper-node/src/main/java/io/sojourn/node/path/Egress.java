// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;

/** Told what becomes of each packet that came to a data path: once, sooner or later. Packets are not to be kept. */
public interface Egress {
    /** What leaves goes nowhere. */
    Egress NONE = new Egress() {
        @Override
        public void sent(Packet packet, long sojournNanos, long nowNanos) {}

        @Override
        public void dropped(Packet packet, DropCause cause, long nowNanos) {}
    };

    /** It left; one that no queue takes leaves at once. */
    void sent(Packet packet, long sojournNanos, long nowNanos);

    /** It was dropped. */
    void dropped(Packet packet, DropCause cause, long nowNanos);
}
