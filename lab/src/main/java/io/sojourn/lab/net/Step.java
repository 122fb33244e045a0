// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

/** One hop of a route and what comes after it: one step, or one a branch. */
final class Step {
    private final Hop hop;
    private final Step[] next;

    Step(Hop hop, Step... next) {
        this.hop = hop;
        this.next = next;
    }

    void enter(Packet packet, long nowNanos) {
        packet.step = this;
        hop.accept(packet, nowNanos);
    }

    void leave(Packet packet, int exit, long nowNanos) {
        next[exit].enter(packet, nowNanos);
    }

    /** The packet has passed the hop it is at. */
    static void pass(Packet packet, int exit, long nowNanos) {
        Step step = packet.step;
        if (step == null) {
            throw new IllegalStateException("a packet of flow " + packet.flow + " is on no route");
        }
        step.leave(packet, exit, nowNanos);
    }
}
