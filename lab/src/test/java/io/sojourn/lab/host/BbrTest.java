// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BbrTest {
    private static final long MS = BbrPath.MS;
    private static final long SECOND = 1_000 * MS;
    /** Of one segment a millisecond with a margin of 1 %, at gains of 5/4, 3/4 and 1. */
    private static final long FASTER = 808_080;

    private static final long SLOWER = 1_346_801;
    private static final long EVEN = 1_010_101;

    private final BbrPath path = new BbrPath();

    @Test
    void firstWindowLeavesAt2Point885WindowsARoundTrip() {
        // 10 ms / (10 x 2.885 x 0.99)
        assertThat(path.bbr.gapNanos(BbrPath.RTT)).isEqualTo(350_121);
    }

    @Test
    void startIsAt2Point885TimesWhatArrivesAndWhatItQueuedIsTakenBackAtAsMuchLess() {
        path.runUntil(SECOND / 2);

        // 1 ms / (2.885 x 0.99), and 1 ms x 2.885 / 0.99.
        int start = path.gaps.indexOf(350_121L);
        int drain = path.gaps.indexOf(2_914_141L);
        assertThat(start).isNotNegative();
        assertThat(drain).isEqualTo(start + 1);
    }

    @Test
    void cycleAsksForAQuarterMoreThenForAQuarterLessThenHolds() {
        path.runUntil(SECOND / 2);
        path.gaps.clear();
        path.runUntil(5 * SECOND);

        assertThat(path.gaps).containsOnly(FASTER, SLOWER, EVEN);
        List<Long> cycle = path.gaps.subList(path.gaps.indexOf(FASTER), path.gaps.indexOf(FASTER) + 4);
        assertThat(cycle).containsExactly(FASTER, SLOWER, EVEN, FASTER);
    }

    @Test
    void windowIsTwiceTheBandwidthDelayProductWithRoomForTheHosts() {
        path.runUntil(SECOND / 2);
        path.windows.clear();
        path.runUntil(5 * SECOND);

        // 2 x 10, 1 acknowledged at once, 3 x 2 in the hosts, even; 2 more while it asks for more.
        assertThat(path.windows).containsOnly(28, 29, 30).containsSequence(28, 29, 30, 28);
    }

    @Test
    void roundTripNotSeenAsLowForTenSecondsIsLookedAtWithFourSegmentsInFlightFor200Millis() {
        path.runUntil(10 * SECOND - 100 * MS);
        path.windows.clear();
        path.runUntil(10 * SECOND + 100 * MS);
        assertThat(path.bbr.segments()).isEqualTo(4);
        assertThat(path.inFlight()).isLessThanOrEqualTo(4);

        path.runUntil(10 * SECOND + 190 * MS);
        assertThat(path.bbr.segments()).isEqualTo(4);
        path.runUntil(10 * SECOND + 300 * MS);
        assertThat(path.bbr.segments()).isBetween(28, 30);
    }

    @Test
    void firstRoundOfARecoverySendsOneSegmentForEachThatArrives() {
        path.runUntil(SECOND);
        int inFlight = path.inFlight();
        path.bbr.recover(path.next());
        path.acknowledge(3);

        assertThat(path.bbr.isOpen()).isFalse();
        assertThat(path.bbr.segments()).isEqualTo(inFlight - 1 - 3 + 1);
    }

    @Test
    void windowIsWhatItWasWhenTheLossIsMended() {
        path.runUntil(SECOND);
        int before = path.bbr.segments();
        path.bbr.recover(path.next());
        path.acknowledge(3);
        path.runUntil(SECOND + 100 * MS);

        assertThat(path.bbr.isOpen()).isTrue();
        assertThat(path.bbr.segments()).isBetween(before - 2, before + 2);
    }

    @Test
    void timeoutLeavesRoomForOneSegmentUntilItsDataIsAcknowledged() {
        path.runUntil(SECOND);
        path.bbr.timedOut(path.next(), path.inFlight(), 0, SECOND);
        assertThat(path.bbr.segments()).isEqualTo(1);
        assertThat(path.bbr.isOpen()).isFalse();

        path.runUntil(SECOND + 200 * MS);
        assertThat(path.bbr.isOpen()).isTrue();
        assertThat(path.bbr.segments()).isBetween(28, 30);
    }
}
