// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Reject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {
    private static final long START = Traffic.START_NANOS;
    private static final long SECOND = Traffic.SECOND;

    private final List<Reject> rejects = new ArrayList<>();
    private final Timeline timeline = new Timeline("n", null, new FakeClock(), rejects::add);

    @Test
    void secondPassFollowsTheFirstAWholeNumberOfSecondsLater() {
        timeline.place(START + 300);
        timeline.place(START + 2 * SECOND + 400);
        timeline.endPass();

        assertThat(timeline.place(START + 300)).isEqualTo(START + 3 * SECOND + 300);
        assertThat(timeline.place(START + 2 * SECOND + 400)).isEqualTo(START + 5 * SECOND + 400);
        timeline.endPass();
        assertThat(timeline.place(START + 300)).isEqualTo(START + 6 * SECOND + 300);
    }

    @Test
    void firstPacketMayBeGivenATimeAndSecondsOfTheRecordingStaySeconds() {
        Timeline moved = new Timeline("n", 2_000_000_000_000L, new FakeClock(), rejects::add);

        assertThat(moved.place(START + 300)).isEqualTo(2_000_000_000L * SECOND + 300);
        assertThat(moved.place(START + SECOND)).isEqualTo(2_000_000_001L * SECOND);
    }

    @Test
    void passThatSpansExactlyWholeSecondsIsNotOverlappedByTheNext() {
        timeline.place(START);
        timeline.place(START + SECOND);
        timeline.endPass();

        assertThat(timeline.place(START)).isEqualTo(START + 2 * SECOND);
    }

    @Test
    void packetASecondEarlyIsTakenAsSimultaneousAndCounted() {
        timeline.place(START + SECOND);

        assertThat(timeline.place(START)).isEqualTo(START + SECOND);
        assertThat(timeline.reorderedPackets()).isEqualTo(1);
        assertThat(rejects).isEmpty();
        assertThat(timeline.place(START + SECOND + 5)).isEqualTo(START + SECOND + 5);
    }

    @Test
    void largerStepBackIsNamedOnceAndTimeGoesOnFromWhereItWas() {
        timeline.place(START + SECOND);

        assertThat(timeline.place(START - 1)).isEqualTo(START + SECOND);
        assertThat(timeline.place(START + 9)).isEqualTo(START + SECOND + 10);
        timeline.place(START - 10 * SECOND);
        assertThat(timeline.timeJumps()).isEqualTo(2);
        assertThat(rejects).singleElement().satisfies(reject -> assertThat(reject.field())
                .isEqualTo("timeNanos"));
    }

    @Test
    void silenceOfAnHourIsToldAndOfANanosecondMoreIsSkipped() {
        timeline.place(START);
        timeline.place(START + Timeline.SILENCE_LIMIT_NANOS);
        assertThat(timeline.jumped()).isFalse();

        timeline.place(START + 2 * Timeline.SILENCE_LIMIT_NANOS + 1);
        assertThat(timeline.jumped()).isTrue();
        assertThat(rejects).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34, 35})
    void timeNeverGoesBackWhateverTheTimestampsAre(long seed) {
        Random random = new Random(seed);
        long before = Long.MIN_VALUE;
        for (int i = 0; i < 2_000; i++) {
            long atNanos = timeline.place(START + random.nextLong(100 * SECOND));
            assertThat(atNanos).isGreaterThanOrEqualTo(before);
            before = atNanos;
            if (random.nextInt(50) == 0) {
                timeline.endPass();
            }
        }
    }
}
