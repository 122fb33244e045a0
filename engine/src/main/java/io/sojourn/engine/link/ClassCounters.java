// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.SojournHistogram;
import io.sojourn.engine.SojournMeter;

/**
 * Running totals of one class, and what a reader takes out at its own pace: the peaks of its backlog, sojourn times and
 * their floors, and how full the bucket was at each loss. Always: offered = sent + dropped + waiting. Bytes are those
 * that rates count. Totals go on for as long as the link lives, whatever is changed on it.
 *
 * <p>Memory: 400 bytes for a class that has sent nothing yet, and then what its three histograms hold, see {@link
 * SojournHistogram}: some 17 kB for a busy class whose sojourn times, and their floors, span 1 to 100 ms.
 */
public final class ClassCounters {
    private static final int CAUSES = DropCause.values().length;

    private final long[] droppedPackets = new long[CAUSES];
    private final long[] droppedBytes = new long[CAUSES];
    private final SojournMeter sojourn = new SojournMeter();
    private final SojournHistogram lossLevels = new SojournHistogram();
    private long offeredPackets;
    private long offeredBytes;
    private long sentPackets;
    private long sentBytes;
    private long markedPackets;
    private long backlogPackets;
    private long backlogBytes;
    private long backlogPeakPackets;
    private long backlogPeakBytes;

    public long offeredPackets() {
        return offeredPackets;
    }

    public long offeredBytes() {
        return offeredBytes;
    }

    public long sentPackets() {
        return sentPackets;
    }

    public long sentBytes() {
        return sentBytes;
    }

    public long droppedPackets(DropCause cause) {
        return droppedPackets[cause.index()];
    }

    public long droppedBytes(DropCause cause) {
        return droppedBytes[cause.index()];
    }

    public long droppedPackets() {
        return total(droppedPackets);
    }

    public long droppedBytes() {
        return total(droppedBytes);
    }

    /** Packets that were given CE (RFC 3168). */
    public long markedPackets() {
        return markedPackets;
    }

    public long backlogPackets() {
        return backlogPackets;
    }

    public long backlogBytes() {
        return backlogBytes;
    }

    /** Most packets that waited since {@link #resetPeaks}. */
    public long backlogPeakPackets() {
        return backlogPeakPackets;
    }

    /** Most bytes that waited since {@link #resetPeaks}. */
    public long backlogPeakBytes() {
        return backlogPeakBytes;
    }

    /** Peaks begin anew from what waits now. */
    public void resetPeaks() {
        backlogPeakPackets = backlogPackets;
        backlogPeakBytes = backlogBytes;
    }

    /** Sojourn times of what was sent, in nanoseconds, and the least of each 100 ms; the reader drains them. */
    public SojournMeter sojourn() {
        return sojourn;
    }

    /**
     * Whole bytes of credit in the bucket that a dropped packet did not fit, one value for each drop by a meter with
     * buckets; the reader drains it. A level below one packet at every loss is a policer's mark.
     */
    public SojournHistogram lossLevels() {
        return lossLevels;
    }

    void offered(int lengthBytes) {
        offeredPackets++;
        offeredBytes += lengthBytes;
        backlogPackets++;
        backlogBytes += lengthBytes;
    }

    /** @param sojournNanos less than 0, of a packet that is said to arrive later, counts as 0 */
    void sent(int lengthBytes, long sojournNanos, long nowNanos) {
        sojourn.sent(Math.max(0, sojournNanos), nowNanos);
        sentPackets++;
        sentBytes += lengthBytes;
        backlogPackets--;
        backlogBytes -= lengthBytes;
    }

    /** @param levelBytes less than 0 when no bucket decided */
    void dropped(DropCause cause, int lengthBytes, long levelBytes) {
        if (levelBytes >= 0) {
            lossLevels.record(levelBytes);
        }
        droppedPackets[cause.index()]++;
        droppedBytes[cause.index()] += lengthBytes;
        backlogPackets--;
        backlogBytes -= lengthBytes;
    }

    void marked() {
        markedPackets++;
    }

    /** A waiting packet goes to another class, which counts it as offered. */
    void withdrawn(int lengthBytes) {
        offeredPackets--;
        offeredBytes -= lengthBytes;
        backlogPackets--;
        backlogBytes -= lengthBytes;
    }

    /** Called once a packet, after it was taken in or dropped. */
    void notePeak() {
        backlogPeakPackets = Math.max(backlogPeakPackets, backlogPackets);
        backlogPeakBytes = Math.max(backlogPeakBytes, backlogBytes);
    }

    private static long total(long[] byCause) {
        long total = 0;
        for (long count : byCause) {
            total += count;
        }
        return total;
    }
}
