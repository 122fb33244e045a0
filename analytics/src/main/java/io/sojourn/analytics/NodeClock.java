// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

/**
 * Where a node's time stands. A plain object, so that Flink saves it field by field.
 *
 * <p>Flink's watermarks are not used: a partition holds many nodes, whose times have nothing to do with each other when
 * recordings are replayed beside live data, so a watermark of the partition would call every older recording late, and
 * one far ahead would end the windows of the rest. Every node has its own time instead: the end of its newest batch.
 * Windows of a queue come in order, so a second can be evaluated as soon as its window is here and no trail can still
 * come for it, that is when the node's time is {@link #TRAIL_LAG_MILLIS} past it. That holds however far one of the two
 * topics is read ahead of the other.
 */
public final class NodeClock {
    /** A trail ends at most 4 s before the batch that brings it; one second to spare. */
    static final long TRAIL_LAG_MILLIS = 5_000;

    /** Event time: end of the newest batch. */
    public long batchMillis;
    /** Real time of the newest input of either topic. */
    public long inputMillis;
    /** Real time at which the timer fires; 0 when none is set. */
    public long timerMillis;
    /** Whether all input was evaluated since. */
    public boolean isFlushed;

    /** Up to when everything has come. */
    long completeMillis() {
        return batchMillis - TRAIL_LAG_MILLIS;
    }
}
