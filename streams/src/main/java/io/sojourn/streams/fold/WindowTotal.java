// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A window in the making. Two of one thing follow each other <em>in time</em>; two of different things in one second lie
 * <em>beside</em> each other.
 *
 * <p>Counts are summed and sketches merged, both exact and in any order. Levels (peaks, jitter, flows and their windows) do
 * not add over time: the greatest is kept. Beside each other they do, all but the jitter; a peak of the sum is an upper
 * bound, for the queues need not have been full together. What nobody knows is null. A sum that 64 bits can't hold stays at
 * the greatest number.
 */
final class WindowTotal {
    private Sketch[] sketches;

    @Nullable
    private List<Sketch[]> pending;

    Scope scope;
    String node;
    String queue;
    Clocking clocking;
    long sizeMillis;
    long startMillis;
    long sampleCount;
    long coveredMillis;
    long queueCount;
    long queueMillis;
    long expectedQueues;
    long lostBatches;
    long settingsMillis;
    QueueSettings settings;

    @Nullable
    Long linkBitsPerSecond;

    @Nullable
    Long committedBitsPerSecond;

    long offeredPackets;
    long offeredBytes;
    long sentPackets;
    long sentBytes;
    DropCounts drops;
    long droppedBytes;
    long markedPackets;

    @Nullable
    Double throughputPeakBitsPerSecond;

    @Nullable
    Long backlogPeakPackets;

    @Nullable
    Long backlogPeakBytes;

    @Nullable
    Long backlogMillis;

    @Nullable
    Long backlogPacketMillis;

    @Nullable
    Long backlogByteMillis;

    long ratedMillis;
    long aboveCommittedMillis;
    long above80Millis;
    long above95Millis;

    @Nullable
    Long jitterMicros;

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

    @Nullable
    Long flowCount;

    @Nullable
    Long flowBytes;

    @Nullable
    Double flowBytesSquared;

    @Nullable
    Long rttFlowBytes;

    /** Nothing but a name: the fields are to be set. */
    WindowTotal(Scope scope, String node, String queue, Clocking clocking, QueueSettings settings, Sketch[] sketches) {
        this.scope = scope;
        this.node = node;
        this.queue = queue;
        this.clocking = clocking;
        this.settings = settings;
        this.sketches = sketches;
        this.drops = DropCounts.NONE;
    }

    WindowTotal(QueueWindow w) {
        this(w.scope(), w.node(), w.queue(), w.clocking(), w.settings(), Sketches.of(w));
        sizeMillis = w.sizeMillis();
        startMillis = w.startMillis();
        sampleCount = w.sampleCount();
        coveredMillis = w.coveredMillis();
        queueCount = w.queueCount();
        queueMillis = w.queueMillis();
        expectedQueues = w.expectedQueues();
        lostBatches = w.lostBatches();
        settingsMillis = w.settingsMillis();
        linkBitsPerSecond = w.linkBitsPerSecond();
        committedBitsPerSecond = w.committedBitsPerSecond();
        offeredPackets = w.offeredPackets();
        offeredBytes = w.offeredBytes();
        sentPackets = w.sentPackets();
        sentBytes = w.sentBytes();
        drops = w.drops();
        droppedBytes = w.droppedBytes();
        markedPackets = w.markedPackets();
        throughputPeakBitsPerSecond = w.throughputPeakBitsPerSecond();
        backlogPeakPackets = w.backlogPeakPackets();
        backlogPeakBytes = w.backlogPeakBytes();
        backlogMillis = w.backlogMillis();
        backlogPacketMillis = w.backlogPacketMillis();
        backlogByteMillis = w.backlogByteMillis();
        ratedMillis = w.ratedMillis();
        aboveCommittedMillis = w.aboveCommittedMillis();
        above80Millis = w.above80Millis();
        above95Millis = w.above95Millis();
        jitterMicros = w.jitterMicros();
        activeFlows = w.activeFlows();
        dataPackets = w.dataPackets();
        retransmittedPackets = w.retransmittedPackets();
        reorderedPackets = w.reorderedPackets();
        advertisedWindowBytes = w.advertisedWindowBytes();
        inflightBytes = w.inflightBytes();
        windowLimitedFlows = w.windowLimitedFlows();
        unresponsiveBytes = w.unresponsiveBytes();
        flowCount = w.flowCount();
        flowBytes = w.flowBytes();
        flowBytesSquared = w.flowBytesSquared();
        rttFlowBytes = w.rttFlowBytes();
    }

    /** One that can be changed while this one goes on. */
    WindowTotal copy() {
        return new WindowTotal(build());
    }

    /** Adds a window of the same thing at another time. */
    void addInTime(WindowTotal b) {
        if (b.isSetLaterThan(this)) {
            settingsMillis = b.settingsMillis;
            settings = b.settings;
            clocking = b.clocking;
            linkBitsPerSecond = b.linkBitsPerSecond;
            committedBitsPerSecond = b.committedBitsPerSecond;
        }
        coveredMillis = Sums.plus(coveredMillis, b.coveredMillis);
        queueCount = Math.max(queueCount, b.queueCount);
        expectedQueues = Math.max(expectedQueues, b.expectedQueues);
        throughputPeakBitsPerSecond = Sums.max(throughputPeakBitsPerSecond, b.throughputPeakBitsPerSecond);
        addCounts(b);
        addSketches(b);
        addLevels(b, Sums::max);
    }

    /**
     * The same second of several things as one. It has no link of its own.
     *
     * @param parts at least one; they stay as they are
     */
    static WindowTotal beside(Scope scope, String node, String queue, List<WindowTotal> parts) {
        WindowTotal sum = parts.get(0).copy();
        sum.scope = scope;
        sum.node = node;
        sum.queue = queue;
        for (WindowTotal part : parts.subList(1, parts.size())) {
            sum.addBeside(part);
        }
        sum.settings = Rates.ofParent(Rates.sum(parts), sum.settings);
        sum.linkBitsPerSecond = null;
        sum.throughputPeakBitsPerSecond = null;
        sum.sketches = Sketches.merge(parts);
        sum.sketch(Sketches.CELL, Sketch.empty());
        return sum;
    }

    /** Parts of one thing as one, with the link of the first. */
    static WindowTotal beside(List<WindowTotal> parts) {
        WindowTotal first = parts.get(0);
        WindowTotal sum = beside(first.scope, first.node, first.queue, parts);
        sum.linkBitsPerSecond = first.linkBitsPerSecond;
        return sum;
    }

    private void addBeside(WindowTotal b) {
        if (b.settingsMillis > settingsMillis) {
            settingsMillis = b.settingsMillis;
            clocking = b.clocking;
        }
        committedBitsPerSecond = Sums.bothOrNone(committedBitsPerSecond, b.committedBitsPerSecond);
        coveredMillis = Math.max(coveredMillis, b.coveredMillis);
        queueCount = Sums.plus(queueCount, b.queueCount);
        flowCount = Sums.plus(flowCount, b.flowCount);
        flowBytesSquared = Sums.plus(flowBytesSquared, b.flowBytesSquared);
        addCounts(b);
        addLevels(b, Sums::plus);
    }

    /** Makes it a part of a larger window: a second is one cell of it. */
    void goUp(WindowSize to) {
        if (sizeMillis == WindowSize.SECOND_MILLIS) {
            Double mean = Rates.bitsPerSecond(sentBytes, coveredMillis);
            throughputPeakBitsPerSecond = mean;
            sketch(Sketches.CELL, mean == null ? Sketch.empty() : Sketch.ofOne(Math.round(mean)));
        }
        moveTo(to);
    }

    /** Makes a sample that is too late for its second a part of a larger window: it is no cell. */
    void goUpLate(WindowSize to) {
        throughputPeakBitsPerSecond = null;
        sketch(Sketches.CELL, Sketch.empty());
        moveTo(to);
    }

    /** Flows may be the same in the next window of its size: only a table of flows can count them there. */
    private void moveTo(WindowSize to) {
        flowCount = null;
        flowBytesSquared = null;
        sizeMillis = to.sizeMillis();
        startMillis = to.startOf(startMillis);
    }

    /** Whose settings are newer; of two as old, what does not depend on their order. */
    private boolean isSetLaterThan(WindowTotal b) {
        if (settingsMillis != b.settingsMillis) {
            return settingsMillis > b.settingsMillis;
        }
        if (!settings.equals(b.settings)) {
            return settings.toString().compareTo(b.settings.toString()) > 0;
        }
        return linkBitsPerSecond != null && (b.linkBitsPerSecond == null || linkBitsPerSecond > b.linkBitsPerSecond);
    }

    private void addCounts(WindowTotal b) {
        sampleCount = Sums.plus(sampleCount, b.sampleCount);
        queueMillis = Sums.plus(queueMillis, b.queueMillis);
        lostBatches = Sums.plus(lostBatches, b.lostBatches);
        offeredPackets = Sums.plus(offeredPackets, b.offeredPackets);
        offeredBytes = Sums.plus(offeredBytes, b.offeredBytes);
        sentPackets = Sums.plus(sentPackets, b.sentPackets);
        sentBytes = Sums.plus(sentBytes, b.sentBytes);
        drops = drops.plus(b.drops);
        droppedBytes = Sums.plus(droppedBytes, b.droppedBytes);
        markedPackets = Sums.plus(markedPackets, b.markedPackets);
        backlogMillis = Sums.plus(backlogMillis, b.backlogMillis);
        backlogPacketMillis = Sums.plus(backlogPacketMillis, b.backlogPacketMillis);
        backlogByteMillis = Sums.plus(backlogByteMillis, b.backlogByteMillis);
        ratedMillis = Sums.plus(ratedMillis, b.ratedMillis);
        aboveCommittedMillis = Sums.plus(aboveCommittedMillis, b.aboveCommittedMillis);
        above80Millis = Sums.plus(above80Millis, b.above80Millis);
        above95Millis = Sums.plus(above95Millis, b.above95Millis);
        dataPackets = Sums.plus(dataPackets, b.dataPackets);
        retransmittedPackets = Sums.plus(retransmittedPackets, b.retransmittedPackets);
        reorderedPackets = Sums.plus(reorderedPackets, b.reorderedPackets);
        unresponsiveBytes = Sums.plus(unresponsiveBytes, b.unresponsiveBytes);
        flowBytes = Sums.plus(flowBytes, b.flowBytes);
        rttFlowBytes = Sums.plus(rttFlowBytes, b.rttFlowBytes);
    }

    /** Several at once cost less than one after the other. */
    private void addSketches(WindowTotal b) {
        if (pending == null) {
            pending = new ArrayList<>(Sketches.AT_ONCE + 1);
        }
        pending.add(b.sketches());
        if (pending.size() == Sketches.AT_ONCE) {
            sketches();
        }
    }

    /** All of them, by the numbers of {@link Sketches}; not to be changed. */
    Sketch[] sketches() {
        if (pending != null) {
            pending.add(sketches);
            sketches = Sketches.mergeRows(pending);
            pending = null;
        }
        return sketches;
    }

    /** @param which one of the numbers of {@link Sketches} */
    Sketch sketch(int which) {
        return sketches()[which];
    }

    void sketch(int which, Sketch value) {
        sketches()[which] = value;
    }

    private void addLevels(WindowTotal b, BinaryOperator<@Nullable Long> together) {
        backlogPeakPackets = together.apply(backlogPeakPackets, b.backlogPeakPackets);
        backlogPeakBytes = together.apply(backlogPeakBytes, b.backlogPeakBytes);
        jitterMicros = Sums.max(jitterMicros, b.jitterMicros);
        activeFlows = together.apply(activeFlows, b.activeFlows);
        advertisedWindowBytes = together.apply(advertisedWindowBytes, b.advertisedWindowBytes);
        inflightBytes = together.apply(inflightBytes, b.inflightBytes);
        windowLimitedFlows = together.apply(windowLimitedFlows, b.windowLimitedFlows);
    }

    /** The sums alone, as a part of something larger. */
    QueueWindow build() {
        return build(Stage.EARLY, lostBatches, Derived.NONE);
    }

    /** @param derived what follows from the sums */
    QueueWindow build(Stage stage, long lost, Derived derived) {
        Sketch[] all = sketches();
        return new QueueWindow(
                Schema.CURRENT,
                scope,
                node,
                queue,
                clocking,
                stage,
                sizeMillis,
                startMillis,
                sampleCount,
                coveredMillis,
                queueCount,
                queueMillis,
                expectedQueues,
                lost,
                settingsMillis,
                settings,
                linkBitsPerSecond,
                committedBitsPerSecond,
                offeredPackets,
                offeredBytes,
                sentPackets,
                sentBytes,
                drops,
                droppedBytes,
                markedPackets,
                derived.utilisationRatio(),
                derived.throughputMeanBitsPerSecond(),
                throughputPeakBitsPerSecond,
                all[Sketches.CELL],
                derived.dropRatio(),
                derived.markRatio(),
                derived.retransmitRatio(),
                backlogPeakPackets,
                backlogPeakBytes,
                backlogMillis,
                backlogPacketMillis,
                backlogByteMillis,
                ratedMillis,
                aboveCommittedMillis,
                above80Millis,
                above95Millis,
                all[Sketches.SOJOURN],
                all[Sketches.SOJOURN_FLOOR],
                all[Sketches.RTT],
                all[Sketches.RTT_FLOOR],
                all[Sketches.RTT_LOADED],
                jitterMicros,
                all[Sketches.IPDV],
                all[Sketches.PDV],
                all[Sketches.TOKENS_AT_LOSS],
                activeFlows,
                dataPackets,
                retransmittedPackets,
                reorderedPackets,
                advertisedWindowBytes,
                inflightBytes,
                windowLimitedFlows,
                unresponsiveBytes,
                flowCount,
                flowBytes,
                flowBytesSquared,
                rttFlowBytes,
                derived.figures());
    }
}
