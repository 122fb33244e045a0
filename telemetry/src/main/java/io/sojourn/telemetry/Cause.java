// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** The verdict on a queue: one at a time, first match in the order of the decision table. */
public enum Cause {
    /** Too few packets, too few losses or too short a time to say anything. */
    INSUFFICIENT,
    HEALTHY,
    /** Something is wrong that none of the others explains. */
    UNKNOWN,
    POLICED,
    BUFFERBLOAT,
    UNDERSIZED_QUEUE,
    RECEIVE_WINDOW_LIMITED,
    PATH_CHANGE,
    DEGRADED_LINK,
    REORDERING,
    RANDOM_LOSS,
    CONGESTED_PARENT,
    /** One flow crowds out the rest. */
    UNFAIR;

    /** Whether somebody should look: everything but HEALTHY and INSUFFICIENT. */
    public boolean isTrouble() {
        return this != HEALTHY && this != INSUFFICIENT;
    }
}
