// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * Tells whether the last reduction was for nothing, because what was sent again had arrived late rather than not at all.
 *
 * <p>Source: the echo of a timestamp older than the first retransmission (RFC 3522, section 3.2), or a duplicate reported
 * for each retransmission (RFC 3708, section 2), as in Linux (tcp_may_undo): for a fast retransmission once the recovery is
 * over, for a timeout at the first acknowledgment that advances.
 */
final class Undo {
    private boolean watching;
    private boolean afterTimeout;
    private boolean resent;
    private int unconfirmed;
    private long firstResentNanos;

    void reduced(boolean byTimeout) {
        watching = true;
        afterTimeout = byTimeout;
        resent = false;
        unconfirmed = 0;
    }

    void resent(long nowNanos) {
        if (!resent) {
            firstResentNanos = nowNanos;
        }
        resent = true;
        unconfirmed++;
    }

    /** The receiver got a segment a second time. */
    void duplicate() {
        unconfirmed--;
    }

    /**
     * Whether the reduction should be taken back.
     *
     * @param open whether no loss is being recovered from
     * @param echoNanos the timestamp that an acknowledgment echoes which advanced, {@code Long.MAX_VALUE} for none
     */
    boolean isDue(boolean open, long echoNanos) {
        boolean byDuplicates = open && unconfirmed == 0;
        boolean byEcho = (open || afterTimeout) && echoNanos < firstResentNanos;
        return watching && resent && (byDuplicates || byEcho);
    }

    void done() {
        watching = false;
    }
}
