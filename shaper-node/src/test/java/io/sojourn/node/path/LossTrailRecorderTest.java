// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.Traffic;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossTrailRecorderTest {
    private static final long START = Traffic.START_NANOS;
    private static final long SECOND = Traffic.SECOND;

    private final LossTrailRecorder recorder = new LossTrailRecorder();
    private final List<LossTrail> trails = new ArrayList<>();

    @Test
    void nothingIsToldWithoutLoss() {
        play(false, false, false);

        assertThat(trails).containsOnlyNulls();
    }

    @Test
    void secondWithLossIsToldWithTheOneBeforeAndTheOneAfter() {
        play(false, false, true, false, false);

        assertThat(trails.get(0)).isNull();
        assertThat(trails.get(1)).isNull();
        assertThat(trails.get(2).startMicros()).isEqualTo((START + SECOND) / 1_000);
        assertThat(trails.get(2).cells().stream().map(LossCell::index)).containsExactly(0, 1_000, 1_500);
        assertThat(trails.get(3).startMicros()).isEqualTo((START + 3 * SECOND) / 1_000);
        assertThat(trails.get(4)).isNull();
    }

    @Test
    void noSecondIsToldTwiceHoweverLossComes() {
        play(true, true, false, true, false, false, true);

        long endMicros = 0;
        for (LossTrail trail : trails) {
            if (trail != null) {
                assertThat(trail.startMicros()).isGreaterThanOrEqualTo(endMicros);
                int last = trail.cells().get(trail.cells().size() - 1).index();
                endMicros = trail.startMicros() + (last + 1) * trail.cellMicros();
            }
        }
        assertThat(trails.stream()
                        .filter(trail -> trail != null)
                        .flatMap(trail -> trail.cells().stream())
                        .mapToLong(LossCell::lostPackets)
                        .sum())
                .isEqualTo(4);
    }

    @Test
    void lastNanosecondOfACellIsInItAndTheNextIsNot() {
        recorder.begin(START);
        recorder.lost(100, START + 999_999);
        recorder.lost(10, START + 1_000_000);

        assertThat(recorder.end("q").cells())
                .containsExactly(new LossCell(0, 0, 0, 1, 100), new LossCell(1, 0, 0, 1, 10));
    }

    @Test
    void delayBeforeLossIsTheLastSojournAndTheBaseTheLeast() {
        recorder.begin(START);
        recorder.lost(100, START);
        recorder.stayed(4_000);
        recorder.stayed(9_000);
        recorder.lost(100, START + 5);

        LossTrail trail = recorder.end("q");
        assertThat(trail.delayBeforeLossMicros().count()).isEqualTo(1);
        assertThat(trail.delayBeforeLossMicros().max()).isEqualTo(9_000);
        assertThat(trail.baseDelayMicros()).isEqualTo(4_000);
    }

    @Test
    void trailsOfTooManyCellsGetWiderOnesAndKeepEveryPacket() {
        List<LossTrail> many = new ArrayList<>();
        for (int queue = 0; queue < 100; queue++) {
            recorder.begin(START + queue * 10L * SECOND);
            for (int cell = 0; cell < 1_000; cell++) {
                recorder.lost(100, START + queue * 10L * SECOND + cell * 1_000_000L);
            }
            many.add(recorder.end("q" + queue));
        }

        List<LossTrail> fitting = TrailBudget.fit(many);

        assertThat(fitting).hasSize(100).allSatisfy(trail -> {
            assertThat(trail.cellMicros()).isEqualTo(100_000);
            assertThat(trail.cells()).hasSize(10);
            assertThat(trail.cells().stream().mapToLong(LossCell::lostPackets).sum())
                    .isEqualTo(1_000);
        });
    }

    @Test
    void trailsThatFitStayAsTheyAre() {
        play(true);

        assertThat(TrailBudget.fit(trails)).isEqualTo(trails);
    }

    private void play(boolean... losses) {
        for (int i = 0; i < losses.length; i++) {
            long startNanos = START + i * SECOND;
            recorder.begin(startNanos);
            recorder.passed(1_514, startNanos);
            if (losses[i]) {
                recorder.lost(1_514, startNanos + SECOND / 2);
            }
            trails.add(recorder.end("q"));
        }
    }
}
