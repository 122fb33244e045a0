// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

class VideoClientTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final TcpSettings TCP = TcpSettings.linux(TcpSettings.Algorithm.RENO);

    private static Traffic.Chunks chunks(long chunkBytes) {
        return new Traffic.Chunks(TCP, chunkBytes, SECOND);
    }

    private static HopPlan.Line lossy(String name, Change... changes) {
        return new HopPlan.Line(
                name,
                new Conditions(Conditions.UNLIMITED, 10 * MILLI, 0, 0),
                0,
                Long.MAX_VALUE,
                0,
                true,
                List.of(changes));
    }

    private static Change loss(long atNanos, double ratio) {
        return new Change(atNanos, 0, new Conditions(Conditions.UNLIMITED, 10 * MILLI, 0, ratio));
    }

    @Test
    void chunkIsAskedForOnceAPeriodAndOnlyItsOwnBytesAreDelivered() {
        OneFlow flow = new OneFlow(chunks(5 * 1_448 + 1), 10 * MILLI, 0, Long.MAX_VALUE).until(3 * SECOND);
        assertThat(flow.comesBackNanos).containsExactly(0L, SECOND, 2 * SECOND);
        assertThat(flow.deliveredBytes).isEqualTo(3 * (5 * 1_448 + 1));
        assertThat(flow.sentNanos).hasSize(3 * 6);
        // The first waits for the connection too: its opening goes there and back before the data.
        assertThat(flow.tookNanos).containsExactly(30 * MILLI, 20 * MILLI, 20 * MILLI);
    }

    @Test
    void chunkOfOneByteIsOneSegment() {
        OneFlow flow = new OneFlow(chunks(1), 10 * MILLI, 0, Long.MAX_VALUE).until(SECOND);
        assertThat(flow.sentNanos).hasSize(1);
        assertThat(flow.deliveredBytes).isOne();
        assertThat(flow.completedNanos).containsExactly(30 * MILLI);
    }

    @Test
    void nextChunkIsAskedForWhenOneThatTookLongerThanItsPeriodIsComplete() {
        HopPlan.Line slow = HopPlan.Line.access("there", 1_000_000, 0);
        OneFlow flow = new OneFlow(chunks(250_000), slow, HopPlan.Line.delay("back", 10 * MILLI), 0, Long.MAX_VALUE)
                .until(7 * SECOND);
        assertThat(flow.completedNanos).hasSize(3);
        assertThat(flow.comesBackNanos.subList(1, 4)).isEqualTo(flow.completedNanos);
        assertThat(flow.tookNanos).allMatch(nanos -> nanos > 2 * SECOND && nanos < 3 * SECOND);
    }

    @Test
    void lostRequestIsAskedAgainAfterATimeoutThatDoubles() {
        // Nothing passes back while the second request and four of its repetitions are sent.
        HopPlan.Line back = lossy("back", loss(SECOND / 2, 1), loss(6 * SECOND, 0));
        OneFlow flow = new OneFlow(chunks(1_448), lossy("there"), back, 0, 8 * SECOND).until(9 * SECOND);
        List<Long> asked = flow.comesBackNanos;
        // The first answer came after 30 ms, so the timeout is the floor of 200 ms.
        assertThat(asked.subList(1, 6))
                .containsExactly(SECOND, 1_200 * MILLI, 1_600 * MILLI, 2_400 * MILLI, 4_000 * MILLI);
        assertThat(asked.get(6)).isEqualTo(7_200 * MILLI);
        assertThat(flow.tookNanos.get(1)).isEqualTo(6_200 * MILLI + 20 * MILLI);
        assertThat(flow.deliveredBytes).isEqualTo(1_448L * flow.completedNanos.size());
    }

    @Test
    void answerToOneOfSeveralRequestsDoesNotCountForTheTimeout() {
        HopPlan.Line back =
                lossy("back", loss(SECOND / 2, 1), loss(6 * SECOND, 0), loss(7_300 * MILLI, 1), loss(9 * SECOND, 0));
        OneFlow flow = new OneFlow(chunks(1_448), lossy("there"), back, 0, 10 * SECOND).until(9 * SECOND);
        // Two chunks that were asked for once, in 30 and 20 ms, and the one between in 6220 ms.
        assertThat(flow.comesBackNanos).containsSequence(7_220 * MILLI, 8_220 * MILLI, 8_420 * MILLI);
    }

    @Test
    void requestAskedAgainThoughItWasNotLostBringsItsChunkOnce() {
        // The data stands still in the queue, so that the client asks again though the server is at work.
        HopPlan.Line slow = HopPlan.Line.access("there", 10_000, 0);
        OneFlow flow = new OneFlow(chunks(1_448), slow, HopPlan.Line.delay("back", 10 * MILLI), 0, 5 * SECOND)
                .until(20 * SECOND);
        assertThat(flow.comesBackNanos).hasSizeGreaterThan(flow.completedNanos.size());
        assertThat(flow.deliveredBytes).isEqualTo(1_448L * flow.completedNanos.size());
    }

    @Test
    void nothingIsAskedForOnceTheFlowHasStopped() {
        OneFlow flow = new OneFlow(chunks(1_448), 10 * MILLI, SECOND, 3 * SECOND).until(9 * SECOND);
        assertThat(flow.comesBackNanos).containsExactly(SECOND, 2 * SECOND);
        HopPlan.Line broken = lossy("back", loss(0, 1));
        OneFlow lost = new OneFlow(chunks(1_448), lossy("there"), broken, 0, 4 * SECOND).until(60 * SECOND);
        assertThat(lost.comesBackNanos).containsExactly(0L, SECOND, 3 * SECOND);
    }
}
