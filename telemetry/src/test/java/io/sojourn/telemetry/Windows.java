// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** A full window, for the round trip. */
final class Windows {
    private Windows() {}

    static QueueWindow full() {
        QueueSample s = Records.queueSample();
        return new QueueWindow(
                1,
                "edge-1",
                "wan0",
                Clocking.LIVE,
                10_000,
                20_000,
                10,
                10_000,
                1,
                s.settings(),
                s.linkBitsPerSecond(),
                s.offeredPackets(),
                s.offeredBytes(),
                s.sentPackets(),
                s.sentBytes(),
                s.drops(),
                s.droppedBytes(),
                s.markedPackets(),
                0.99,
                19.98e6,
                20.4e6,
                0.0294,
                0.0018,
                0.03,
                83L,
                125_662L,
                s.sojournMicros(),
                s.sojournFloorMicros(),
                s.rttMicros(),
                s.rttFloorMicros(),
                120L,
                s.pdvMicros(),
                s.tokensAtLossBytes(),
                4L,
                1_650L,
                50L,
                2L,
                258_048L,
                256_960L,
                4L,
                1_514L);
    }
}
