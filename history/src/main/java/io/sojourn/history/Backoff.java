// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

/** When to try again: 250 ms after the first failure, twice as long after each further one, at most 15 s. */
final class Backoff {
    static final long FIRST_MILLIS = 250;
    static final long LONGEST_MILLIS = 15_000;

    private long waitMillis;
    private long dueMillis;

    void failed(long nowMillis) {
        waitMillis = waitMillis == 0 ? FIRST_MILLIS : Math.min(2 * waitMillis, LONGEST_MILLIS);
        dueMillis = nowMillis + waitMillis;
    }

    void succeeded() {
        waitMillis = 0;
        dueMillis = Long.MIN_VALUE;
    }

    /** Also when the clock was set back further than the longest wait. */
    boolean isDue(long nowMillis) {
        return waitMillis == 0 || nowMillis >= dueMillis || nowMillis < dueMillis - LONGEST_MILLIS;
    }
}
