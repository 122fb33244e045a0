// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** What stands at the head of a queue. */
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
    UNKNOWN
}
