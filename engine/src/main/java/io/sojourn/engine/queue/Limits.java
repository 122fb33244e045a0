// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;

/** Parameters that several queues have in common. */
final class Limits {
    /** Default of Linux tc-codel(8) and tc-pie(8): a backstop, not what keeps the queue short. */
    static final Parameter LIMIT =
            Parameter.of("limit", Unit.PACKETS, 1, 1_000_000, 1000, "most packets that wait, whatever the delay");

    static final Parameter LIMIT_BYTES = Fifo.LIMIT_BYTES;

    static final Parameter MTU = Parameter.computed(
            "mtu",
            Unit.BYTES,
            1,
            1 << 20,
            (before, link) -> link.mtuBytes(),
            "longest packet; less than that waiting is no queue");

    static final Parameter ECN = Parameter.onOff("ecn", false, "mark instead of drop what can be marked (RFC 3168)");

    private Limits() {}
}
