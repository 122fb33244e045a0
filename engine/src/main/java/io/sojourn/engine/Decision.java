// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** What becomes of an offered packet. */
public enum Decision {
    /** Leaves now. */
    FORWARD(-1),
    /** Waits; {@link Conditioner#poll} gives it later. */
    QUEUE(-1),
    /** Dropped: out of profile. */
    DROP_POLICED(0),
    /** Dropped: the queue is full. */
    DROP_TAIL(1),
    /** Dropped: an active queue manager chose it. */
    DROP_AQM(2),
    /** Dropped: a limit on packets a second or on sessions. */
    DROP_LIMIT(3);

    static final int CAUSES = 4;

    private final int cause;

    Decision(int cause) {
        this.cause = cause;
    }

    public boolean isDrop() {
        return cause >= 0;
    }

    /** Index among the causes of a drop. */
    int cause() {
        if (!isDrop()) {
            throw new IllegalArgumentException(this + " is not a drop");
        }
        return cause;
    }
}
