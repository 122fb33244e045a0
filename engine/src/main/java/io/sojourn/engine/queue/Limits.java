// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import java.util.List;

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

    /** {@code limitBytes} holds a packet of full length: else none is ever sent. */
    static final DisciplineType.Check CHECK = Limits::problems;

    private Limits() {}

    static List<Problem> problems(Settings settings, LinkFacts link) {
        return LIMIT_BYTES.tooShort(settings, link);
    }
}
