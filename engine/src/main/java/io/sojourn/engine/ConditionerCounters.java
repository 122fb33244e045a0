// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * Running totals of a conditioning element, and the peaks of its backlog since they were last reset. Always: offered =
 * sent + dropped + waiting. Bytes are those the caller passed in.
 *
 * <p>An element made with the counters of the one it replaces carries the totals on.
 */
public final class ConditionerCounters {
    private final long[] droppedPackets = new long[Decision.CAUSES];
    private final long[] droppedBytes = new long[Decision.CAUSES];
    private long offeredPackets;
    private long offeredBytes;
    private long sentPackets;
    private long sentBytes;
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

    /** @param cause one of the drops of {@link Decision} */
    public long droppedPackets(Decision cause) {
        return droppedPackets[cause.cause()];
    }

    /** @param cause one of the drops of {@link Decision} */
    public long droppedBytes(Decision cause) {
        return droppedBytes[cause.cause()];
    }

    public long droppedPackets() {
        return total(droppedPackets);
    }

    public long droppedBytes() {
        return total(droppedBytes);
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
    public void resetPeaks(Conditioner conditioner) {
        backlogPeakPackets = conditioner.backlogPackets();
        backlogPeakBytes = conditioner.backlogBytes();
    }

    void offered(int lengthBytes) {
        offeredPackets++;
        offeredBytes += lengthBytes;
    }

    /** The packet goes to another element, which will count it as offered. */
    void withdrawn(int lengthBytes) {
        offeredPackets--;
        offeredBytes -= lengthBytes;
    }

    void sent(int lengthBytes) {
        sentPackets++;
        sentBytes += lengthBytes;
    }

    Decision dropped(Decision cause, int lengthBytes) {
        droppedPackets[cause.cause()]++;
        droppedBytes[cause.cause()] += lengthBytes;
        return cause;
    }

    void waiting(long packets, long bytes) {
        backlogPeakPackets = Math.max(backlogPeakPackets, packets);
        backlogPeakBytes = Math.max(backlogPeakBytes, bytes);
    }

    private static long total(long[] byCause) {
        long total = 0;
        for (long count : byCause) {
            total += count;
        }
        return total;
    }
}
