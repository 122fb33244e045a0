// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpinTrackerTest {
    private static final long MILLI = 1_000_000;
    private static final int SHORT = 0x40;
    private static final int SPUN = 0x60;

    private final SpinTracker tracker = new SpinTracker();
    private final List<Long> samples = new ArrayList<>();

    @Test
    void timeBetweenTwoChangesIsARoundTrip() {
        spin(0, 30, 10, 10);

        assertThat(tracker.state()).isEqualTo(Spin.SPINS);
        // The first of nine changes begins, and with the second too few packets had come.
        assertThat(samples).hasSize(7).containsOnly(30 * MILLI);
    }

    @Test
    void overtakenPacketIsNoChange() {
        spin(0, 30, 10, 5);
        // At 150 ms the bit changes; the packet before it comes a millisecond late.
        packet(150, SPUN);
        packet(151, SHORT);
        packet(152, SPUN);
        packet(180, SHORT);

        assertThat(samples).hasSize(4).containsOnly(30 * MILLI);
    }

    @Test
    void senderThatWasSilentGivesNoRoundTrip() {
        spin(0, 30, 5, 5);
        packet(150, SPUN);
        packet(160, SPUN);
        packet(900, SHORT);
        packet(910, SHORT);
        packet(930, SPUN);

        assertThat(samples).hasSize(5).containsOnly(30 * MILLI);
    }

    @Test
    void roundTripThatGrowsWhilePacketsKeepComingIsASample() {
        spin(0, 30, 10, 5);
        for (int at = 150; at < 450; at += 10) {
            packet(at, SPUN);
        }
        packet(450, SHORT);

        assertThat(samples).contains(300 * MILLI);
    }

    @Test
    void constantBitIsNoSpin() {
        for (int i = 0; i <= SpinTracker.CONSTANT_PACKETS; i++) {
            packet(20L * i, SHORT);
        }

        assertThat(tracker.state()).isEqualTo(Spin.CONSTANT);
        assertThat(samples).isEmpty();
    }

    @Test
    void randomBitIsNoSpin() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            packet(i, random.nextBoolean() ? SHORT : SPUN);
        }

        assertThat(tracker.state()).isEqualTo(Spin.RANDOM);
        assertThat(samples).hasSizeLessThan(10);
    }

    @Test
    void longHeadersAndOtherProtocolsHaveNoSpinBit() {
        for (int i = 0; i < 100; i++) {
            packet(i, i % 20 < 10 ? 0xc0 : 0xe0);
            packet(i, i % 20 < 10 ? 0x00 : 0x20);
        }

        assertThat(tracker.state()).isEqualTo(Spin.UNKNOWN);
        assertThat(samples).isEmpty();
    }

    /** So many round trips, a packet every gap. */
    private void spin(long start, int rttMillis, int gapMillis, int trips) {
        for (int trip = 0; trip < trips; trip++) {
            for (int at = 0; at < rttMillis; at += gapMillis) {
                packet(start + (long) trip * rttMillis + at, trip % 2 == 0 ? SHORT : SPUN);
            }
        }
    }

    private void packet(long millis, int firstByte) {
        long sample = tracker.packet(millis * MILLI, firstByte);
        if (sample != SpinTracker.NONE) {
            samples.add(sample);
        }
    }
}
