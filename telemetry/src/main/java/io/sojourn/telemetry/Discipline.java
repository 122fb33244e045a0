// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.EnumSet;
import java.util.Set;

/**
 * What stands at the head of a queue. On the wire by name: a reader that does not know one refuses the record, so that
 * nodes are upgraded last. Settings may name some only: {@link #isSettable}.
 */
public enum Discipline {
    /** Two-colour token bucket, drops what does not conform (RFC 2475 dropper). */
    POLICER,
    /** Token bucket in front of a FIFO (RFC 2475 shaper). */
    SHAPER,
    /** Shaper whose FIFO is managed by CoDel (RFC 8289). */
    CODEL,
    /** Per-flow queues managed by CoDel (RFC 8290). */
    FQ_CODEL,
    /** A plain FIFO, its rate that of the link. */
    FIFO,
    /** Seen from outside: what it is is not known. */
    UNKNOWN,
    /** Random early detection: drops at random, the more the longer the queue is on average (Floyd and Jacobson 1993). */
    RED,
    /** RED with thresholds of its own for each IP precedence or code point (Cisco IOS, weighted RED). */
    WRED,
    /** Proportional integral controller enhanced: drops at random, as often as it takes to hold a delay (RFC 8033). */
    PIE,
    /** A low latency queue for L4S flows, coupled to a classic one (RFC 9332). */
    DUALPI2,
    /** Flows take turns by hash, dropped from the longest (McKenney 1990; tc-sfq(8)). */
    SFQ,
    /** Flows share by weight, dropped from the latest to finish (Demers, Keshav and Shenker 1989; Cisco IOS). */
    WFQ,
    /** Tins by code point, hosts and flows take turns, each managed by CoDel and BLUE (Hoiland-Jorgensen et al. 2018). */
    CAKE;

    /** What settings may make a queue; the others stand in a policy file only. */
    private static final Set<Discipline> SETTABLE = EnumSet.of(POLICER, SHAPER, FIFO, CODEL, FQ_CODEL);

    private static final Set<Discipline> TAIL_DROP = EnumSet.of(POLICER, SHAPER, FIFO, UNKNOWN);

    /** Whether a {@link Setting} may name it. */
    public boolean isSettable() {
        return SETTABLE.contains(this);
    }

    /**
     * Whether the queue is managed: drops or marks before it is full, or picks whom it drops (RFC 7567). A queue of which
     * nothing is known counts as one that is not.
     */
    public boolean isManaged() {
        return !TAIL_DROP.contains(this);
    }

    /** Those that a {@link Setting} may name, in words: {@code POLICER, SHAPER, FIFO, CODEL or FQ_CODEL}. */
    public static String settable() {
        return "POLICER, SHAPER, FIFO, CODEL or FQ_CODEL";
    }
}
