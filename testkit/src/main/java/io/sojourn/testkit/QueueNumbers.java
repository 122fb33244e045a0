// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * What samples and windows of a queue have in common. Everything begins as "not seen": counts 0, the rest null or empty.
 *
 * @param <B> the builder itself
 */
public abstract class QueueNumbers<B extends QueueNumbers<B>> {
    /** Length of the packets that {@link #sent(long)} and the drops count. */
    public static final int FRAME_BYTES = 1_514;

    QueueSettings settings = QueueSettings.unknown();

    @Nullable
    Long linkBitsPerSecond;

    long waitingPackets;
    long waitingBytes;
    long sentPackets;
    long sentBytes;
    DropCounts drops = DropCounts.NONE;
    long droppedBytes;
    long markedPackets;

    @Nullable
    Long backlogPeakPackets;

    @Nullable
    Long backlogPeakBytes;

    Sketch sojournMicros = Sketch.empty();
    Sketch sojournFloorMicros = Sketch.empty();
    Sketch rttMicros = Sketch.empty();
    Sketch rttFloorMicros = Sketch.empty();

    @Nullable
    Long jitterMicros;

    Sketch ipdvMicros = Sketch.empty();
    Sketch pdvMicros = Sketch.empty();
    Sketch tokensAtLossBytes = Sketch.empty();

    @Nullable
    Long activeFlows;

    @Nullable
    Long dataPackets;

    @Nullable
    Long retransmittedPackets;

    @Nullable
    Long reorderedPackets;

    @Nullable
    Long advertisedWindowBytes;

    @Nullable
    Long inflightBytes;

    @Nullable
    Long windowLimitedFlows;

    @Nullable
    Long unresponsiveBytes;

    QueueNumbers() {}

    abstract B self();

    public final B settings(QueueSettings value) {
        settings = value;
        return self();
    }

    /** Settings of a policer that counts the Ethernet header. */
    public final B policer(long rateBitsPerSecond, long burstBytes) {
        return settings(QueueSettings.policer(rateBitsPerSecond, burstBytes, LengthAccounting.ETHERNET));
    }

    /** Settings of a shaper that counts the Ethernet header. */
    public final B shaper(long rateBitsPerSecond, long burstBytes, @Nullable Long limitPackets) {
        return settings(QueueSettings.shaper(rateBitsPerSecond, burstBytes, limitPackets, LengthAccounting.ETHERNET));
    }

    public final B link(long bitsPerSecond) {
        linkBitsPerSecond = bitsPerSecond;
        return self();
    }

    /** Frames of 1514 bytes sent; they count as offered too. */
    public final B sent(long packets) {
        return sent(packets, packets * FRAME_BYTES);
    }

    /** Sent; they count as offered too. */
    public final B sent(long packets, long bytes) {
        sentPackets = packets;
        sentBytes = bytes;
        return self();
    }

    /** Frames of 1514 bytes sent at a rate, over an interval. */
    public final B sentAt(long bitsPerSecond, long millis) {
        return sent(Math.round(bitsPerSecond / 8e3 * millis / FRAME_BYTES));
    }

    /** Frames dropped by cause; they count as offered too. */
    public final B drops(DropCounts value) {
        drops = value;
        droppedBytes = value.total() * FRAME_BYTES;
        return self();
    }

    public final B policed(long packets) {
        return drops(new DropCounts(packets, 0, 0, 0));
    }

    public final B tailDropped(long packets) {
        return drops(new DropCounts(0, packets, 0, 0));
    }

    public final B marked(long packets) {
        markedPackets = packets;
        return self();
    }

    /** Frames that wait at the end; offered, neither sent nor dropped. */
    public final B waiting(long packets) {
        waitingPackets = packets;
        waitingBytes = packets * FRAME_BYTES;
        return self();
    }

    public final B backlogPeak(long packets) {
        backlogPeakPackets = packets;
        backlogPeakBytes = packets * FRAME_BYTES;
        return self();
    }

    public final B sojournMicros(long... values) {
        sojournMicros = Sketch.of(values);
        return self();
    }

    public final B sojournFloorMicros(long... values) {
        sojournFloorMicros = Sketch.of(values);
        return self();
    }

    public final B rttMicros(long... values) {
        rttMicros = Sketch.of(values);
        return self();
    }

    public final B rtt(Sketch value) {
        rttMicros = value;
        return self();
    }

    public final B rttFloorMicros(long... values) {
        rttFloorMicros = Sketch.of(values);
        return self();
    }

    public final B ipdvMicros(long... values) {
        ipdvMicros = Sketch.of(values);
        return self();
    }

    public final B pdvMicros(long... values) {
        pdvMicros = Sketch.of(values);
        return self();
    }

    public final B tokensAtLossBytes(long... values) {
        tokensAtLossBytes = Sketch.of(values);
        return self();
    }

    public final B jitterMicros(long value) {
        jitterMicros = value;
        return self();
    }

    public final B activeFlows(long value) {
        activeFlows = value;
        return self();
    }

    /** Data segments sent, and of them those sent again. */
    public final B segments(long data, long retransmitted) {
        dataPackets = data;
        retransmittedPackets = retransmitted;
        return self();
    }

    public final B reordered(long packets) {
        reorderedPackets = packets;
        return self();
    }

    /** Sums over active flows: windows offered, data in flight, and how many flows their window holds back. */
    public final B windows(long advertisedBytes, long inflight, long limitedFlows) {
        advertisedWindowBytes = advertisedBytes;
        inflightBytes = inflight;
        windowLimitedFlows = limitedFlows;
        return self();
    }

    public final B unresponsive(long bytes) {
        unresponsiveBytes = bytes;
        return self();
    }

    final long offeredPackets() {
        return sentPackets + drops.total() + waitingPackets;
    }

    final long offeredBytes() {
        return sentBytes + droppedBytes + waitingBytes;
    }
}
