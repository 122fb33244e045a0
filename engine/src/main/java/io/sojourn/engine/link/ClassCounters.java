// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DropCause;

/**
 * Running totals of one class, and the peaks of its backlog since they were last reset. Always: offered = sent + dropped
 * + waiting. Bytes are those that rates count. Totals go on for as long as the link lives, whatever is changed on it.
 */
public final class ClassCounters {
    private static final int CAUSES = DropCause.values().length;

    private final long[] droppedPackets = new long[CAUSES];
    private final long[] droppedBytes = new long[CAUSES];
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

    void offered(int lengthBytes) {
        offeredPackets++;
        offeredBytes += lengthBytes;
        backlogPackets++;
        backlogBytes += lengthBytes;
    }

    void sent(int lengthBytes) {
        sentPackets++;
        sentBytes += lengthBytes;
        backlogPackets--;
        backlogBytes -= lengthBytes;
    }

    void dropped(DropCause cause, int lengthBytes) {
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
