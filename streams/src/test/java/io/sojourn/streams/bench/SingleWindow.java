// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;

/**
 * What the topology of the library keeps of a queue and window: the counts and sketches of a {@link
 * io.sojourn.telemetry.QueueWindow}, without its figures and without what only larger windows and parents need.
 */
record SingleWindow(
        long sampleCount,
        long coveredMillis,
        long settingsMillis,
        QueueSettings settings,
        long offeredPackets,
        long offeredBytes,
        long sentPackets,
        long sentBytes,
        DropCounts drops,
        long droppedBytes,
        long markedPackets,
        long backlogPeakPackets,
        Sketch sojournMicros,
        Sketch sojournFloorMicros,
        Sketch rttMicros,
        Sketch rttFloorMicros,
        long jitterMicros,
        Sketch ipdvMicros,
        Sketch pdvMicros,
        Sketch tokensAtLossBytes,
        long activeFlows,
        long dataPackets,
        long retransmittedPackets) {
    static SingleWindow empty() {
        Sketch none = Sketch.empty();
        return new SingleWindow(
                0,
                0,
                0,
                QueueSettings.unknown(),
                0,
                0,
                0,
                0,
                DropCounts.NONE,
                0,
                0,
                0,
                none,
                none,
                none,
                none,
                0,
                none,
                none,
                none,
                0,
                0,
                0);
    }

    SingleWindow plus(SingleSample single) {
        QueueSample sample = single.sample();
        boolean newer = single.startMillis() >= settingsMillis;
        return new SingleWindow(
                sampleCount + 1,
                coveredMillis + single.endMillis() - single.startMillis(),
                Math.max(settingsMillis, single.startMillis()),
                newer ? sample.settings() : settings,
                offeredPackets + sample.offeredPackets(),
                offeredBytes + sample.offeredBytes(),
                sentPackets + sample.sentPackets(),
                sentBytes + sample.sentBytes(),
                drops.plus(sample.drops()),
                droppedBytes + sample.droppedBytes(),
                markedPackets + sample.markedPackets(),
                Math.max(backlogPeakPackets, known(sample.backlogPeakPackets())),
                sojournMicros.merge(sample.sojournMicros()),
                sojournFloorMicros.merge(sample.sojournFloorMicros()),
                rttMicros.merge(sample.rttMicros()),
                rttFloorMicros.merge(sample.rttFloorMicros()),
                Math.max(jitterMicros, known(sample.jitterMicros())),
                ipdvMicros.merge(sample.ipdvMicros()),
                pdvMicros.merge(sample.pdvMicros()),
                tokensAtLossBytes.merge(sample.tokensAtLossBytes()),
                Math.max(activeFlows, known(sample.activeFlows())),
                dataPackets + known(sample.dataPackets()),
                retransmittedPackets + known(sample.retransmittedPackets()));
    }

    private static long known(Long value) {
        return value == null ? 0 : value;
    }
}
