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
import io.sojourn.telemetry.WindowFigures;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a window of one second, wholly covered, in which nothing was seen that a figure follows from. Each that one
 * does may be set; the others have a number of their own.
 */
final class SummedWindow {
    long sizeMillis = 1_000;
    long coveredMillis = 1_000;
    long queueMillis = 1_000;
    long expectedQueues = 1;
    QueueSettings settings = QueueSettings.unknown();

    @Nullable
    Long linkBitsPerSecond;

    long offeredPackets;
    long sentPackets;
    long sentBytes;
    DropCounts drops = DropCounts.NONE;
    long markedPackets;
    Sketch cells = Sketch.empty();

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
    Sketch sojourn = Sketch.empty();
    Sketch sojournFloor = Sketch.empty();
    Sketch rtt = Sketch.empty();
    Sketch rttLoaded = Sketch.empty();
    Sketch ipdv = Sketch.empty();
    Sketch pdv = Sketch.empty();

    @Nullable
    Long dataPackets;

    @Nullable
    Long retransmittedPackets;

    @Nullable
    Long flowCount;

    @Nullable
    Long flowBytes;

    @Nullable
    Double flowBytesSquared;

    @Nullable
    Long rttFlowBytes;

    QueueWindow finish() {
        return finish(null);
    }

    QueueWindow finish(@Nullable Long baseRttMicros) {
        return Figures.finish(new WindowTotal(build()), Stage.FINAL, 0, baseRttMicros);
    }

    WindowFigures figures() {
        return finish().figures();
    }

    QueueWindow build() {
        return new QueueWindow(
                Schema.CURRENT,
                Scope.QUEUE,
                "edge-1",
                "wan0",
                Clocking.LIVE,
                Stage.EARLY,
                sizeMillis,
                3_600_000,
                10,
                coveredMillis,
                11,
                queueMillis,
                expectedQueues,
                12,
                13,
                settings,
                linkBitsPerSecond,
                14L,
                offeredPackets,
                15,
                sentPackets,
                sentBytes,
                drops,
                16,
                markedPackets,
                null,
                null,
                17.0,
                cells,
                null,
                null,
                null,
                backlogPeakPackets,
                backlogPeakBytes,
                backlogMillis,
                backlogPacketMillis,
                backlogByteMillis,
                ratedMillis,
                aboveCommittedMillis,
                above80Millis,
                above95Millis,
                sojourn,
                sojournFloor,
                rtt,
                Sketch.of(18),
                rttLoaded,
                19L,
                ipdv,
                pdv,
                Sketch.of(20),
                21L,
                dataPackets,
                retransmittedPackets,
                22L,
                23L,
                24L,
                25L,
                26L,
                flowCount,
                flowBytes,
                flowBytesSquared,
                rttFlowBytes,
                WindowFigures.NONE);
    }
}
