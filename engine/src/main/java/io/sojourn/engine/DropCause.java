// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Why a packet was dropped. */
public enum DropCause {
    /** Out of profile (the absolute dropper of RFC 3290 section 5.3.1 behind a meter). */
    POLICED(0),
    /** The queue was full. */
    TAIL(1),
    /** An active queue manager chose it (RFC 7567). */
    AQM(2),
    /** A limit on packets a second or on sessions. */
    LIMIT(3);

    private final int index;

    DropCause(int index) {
        this.index = index;
    }

    /** Its place in tables by cause. */
    public int index() {
        return index;
    }
}
