// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

class PingsTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void requestIsAnsweredAtOnceAndTheTimeIsThatOfBothWays() {
        OneFlow flow = new OneFlow(
                        new Traffic.Ping(100 * MILLI, 84),
                        HopPlan.Line.delay("there", 3 * MILLI),
                        HopPlan.Line.delay("back", 4 * MILLI),
                        10 * MILLI,
                        310 * MILLI)
                .until(1_000 * MILLI);
        assertThat(flow.sentNanos).containsExactly(10 * MILLI, 110 * MILLI, 210 * MILLI);
        assertThat(flow.deliveredNanos).containsExactly(17 * MILLI, 117 * MILLI, 217 * MILLI);
        assertThat(flow.rttNanos).containsExactly(7 * MILLI, 7 * MILLI, 7 * MILLI);
        assertThat(flow.deliveredBytes).isEqualTo(3 * 56);
        assertThat(flow.simulation.packetsUnderWay()).isZero();
    }

    @Test
    void answersThatOverlapTheNextRequestAreTimedByTheirOwn() {
        OneFlow flow = new OneFlow(new Traffic.Ping(2 * MILLI, 84), 7 * MILLI, 0, 10 * MILLI).until(100 * MILLI);
        assertThat(flow.rttNanos).hasSize(5).containsOnly(14 * MILLI);
    }

    @Test
    void answerIsAsLongAsTheRequest() {
        HopPlan.Line slow = HopPlan.Line.access("back", 8_000_000, 0);
        OneFlow flow = new OneFlow(new Traffic.Ping(100 * MILLI, 1_000), HopPlan.Line.delay("there", 0), slow, 0, 1)
                .until(100 * MILLI);
        // 1000 bytes and 38 of Ethernet at one byte a microsecond.
        assertThat(flow.rttNanos).containsExactly(1_038_000L);
    }

    @Test
    void requestWithoutAnswerIsLost() {
        HopPlan.Line half = new HopPlan.Line(
                "there",
                new HopPlan.Conditions(HopPlan.Conditions.UNLIMITED, 0, 0, 0.5),
                0,
                Long.MAX_VALUE,
                0,
                true,
                List.of());
        OneFlow flow = new OneFlow(new Traffic.Ping(MILLI, 84), half, HopPlan.Line.delay("back", 0), 0, Long.MAX_VALUE)
                .until(1_000 * MILLI);
        assertThat(flow.sentNanos).hasSize(1_000);
        assertThat(flow.deliveredNanos).hasSizeBetween(450, 550).hasSameSizeAs(flow.rttNanos);
    }
}
