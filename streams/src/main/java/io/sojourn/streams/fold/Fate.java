// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

/** What became of a batch. */
public enum Fate {
    /** In every window it belongs to. */
    FOLDED,
    /** Seen before by its sequence; ignored. */
    DUPLICATE,
    /** At least one of its windows was closed; it is in those that were open. */
    LATE,
    /** The node's clock is too far from the broker's; in no window. */
    CLOCK,
    /** A sum would pass what a number can hold, or sketches do not merge; in no window. */
    UNFIT;

    /** Whether the node's time and sequence went on with the batch. */
    public boolean isTaken() {
        return this == FOLDED || this == LATE;
    }
}
