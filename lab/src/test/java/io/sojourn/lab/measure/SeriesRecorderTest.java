// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Simulation;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SeriesRecorderTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private static FlowPlan flow(String name, String group, Traffic traffic) {
        return new FlowPlan(name, group, traffic, List.of("line"), List.of(), Headers.tcp(0), 0, Long.MAX_VALUE);
    }

    private static FlowPlan tcp(String name, String group) {
        return flow(name, group, new Traffic.Bulk(TcpSettings.windowsReno(), null));
    }

    private static Plan plan(long warmUpNanos, FlowPlan... flows) {
        return new Plan(1, 10 * SECOND, warmUpNanos, List.of(HopPlan.Line.delay("line", MILLI)), List.of(flows));
    }

    @Test
    void twelveSegmentsInAStepAreOneAndAHalfMegabitsPerSecondOrSo() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        for (int i = 0; i < 12; i++) {
            recorder.flow(0).delivered(1460, 250 * MILLI + i);
        }
        Series.Curve curve = recorder.series().curves().get(0);

        assertThat(curve.deliveredBytes().sum(2)).isEqualTo(17_520);
        assertThat(curve.deliveredBytes().sum(1)).isZero();
        assertThat(curve.deliveredBytes().steps().stepSeconds()).isEqualTo(0.1);
    }

    @Test
    void leastAndGreatestRoundTripTimeOfAStepAreKept() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        recorder.flow(0).rtt(5 * MILLI, 100 * MILLI);
        recorder.flow(0).rtt(340 * MILLI, 150 * MILLI);
        recorder.flow(0).rtt(4 * MILLI, 199 * MILLI);
        Envelope rtt = recorder.series().curves().get(0).rttNanos();

        assertThat(rtt.least(1)).isEqualTo(4 * MILLI);
        assertThat(rtt.greatest(1)).isEqualTo(340 * MILLI);
        assertThat(rtt.isEmpty(2)).isTrue();
    }

    @Test
    void timeToAcknowledgeIsKeptBesideTheRoundTripTime() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        recorder.flow(0).acknowledged(7, 330 * MILLI, 150 * MILLI);
        recorder.flow(0).acknowledged(8, 6 * MILLI, 150 * MILLI);
        Series.Curve curve = recorder.series().curves().get(0);

        assertThat(curve.ackNanos().least(1)).isEqualTo(6 * MILLI);
        assertThat(curve.ackNanos().greatest(1)).isEqualTo(330 * MILLI);
        assertThat(curve.rttNanos().isEmpty(1)).isTrue();
    }

    @Test
    void hopTellsWhatItSentAndTheRateItIsSetTo() {
        HopPlan.Box policer = box(new BoxSettings.Policing(20_000_000, 625_000));
        HopPlan.Box shaper = box(new BoxSettings.Shaping(30_000_000, 10_000, 83));
        List<HopPlan> hops = List.of(
                policer, shaper, HopPlan.Line.access("access", 100_000_000, 0), HopPlan.Line.delay("there", MILLI));

        assertThat(hops)
                .extracting(SetRate::of)
                .containsExactly(
                        OptionalLong.of(20_000_000),
                        OptionalLong.of(30_000_000),
                        OptionalLong.of(100_000_000),
                        OptionalLong.empty());

        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        recorder.hop("line").sent(0, 1500, 0, 250 * MILLI);
        recorder.hop("line").sent(0, 40, 0, 260 * MILLI);
        assertThat(recorder.series().hops().get(0).sentBytes().sum(2)).isEqualTo(1540);
    }

    private static HopPlan.Box box(BoxSettings settings) {
        return new HopPlan.Box("box", settings.part(), ClassChooser.only(settings.className()), LengthRule.ETHERNET);
    }

    @Test
    void closeUpTellsSegmentsSentSentAgainAndDelivered() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        FlowObserver flow = recorder.flow(0);
        flow.sent(0, false, 0);
        flow.sent(9, false, MILLI);
        flow.delivered(2 * 1460, 6 * MILLI);
        flow.sent(2, true, 300 * MILLI);
        flow.delivered(8 * 1460, 301 * MILLI);
        Series.CloseUp closeUp = recorder.series().closeUps().get(0);

        assertThat(closeUp.sent().least(0)).isZero();
        assertThat(closeUp.sent().greatest(0)).isEqualTo(9);
        assertThat(closeUp.again().isEmpty(0)).isTrue();
        assertThat(closeUp.again().greatest(60)).isEqualTo(2);
        assertThat(closeUp.delivered().greatest(1)).isEqualTo(2);
        assertThat(closeUp.delivered().greatest(59)).isEqualTo(2);
        assertThat(closeUp.delivered().greatest(60)).isEqualTo(10);
    }

    @Test
    void closeUpCountsTheSegmentsOfAChunkOfWhichTheLastIsShorter() {
        Traffic chunks = new Traffic.Chunks(TcpSettings.windowsReno(), 3_000, SECOND);
        SeriesRecorder recorder = new SeriesRecorder(plan(0, flow("video", "video", chunks)));
        for (long bytes : new long[] {1_460, 1_460, 80, 2_920, 80, 1_460}) {
            recorder.flow(0).delivered(bytes, MILLI);
        }

        assertThat(recorder.series().closeUps().get(0).delivered().greatest(0)).isEqualTo(7);
    }

    @Test
    void closeUpBeginsAfterTheWarmUpWithWhatWasDeliveredInIt() {
        SeriesRecorder recorder = new SeriesRecorder(plan(2 * SECOND, tcp("tcp", "tcp")));
        recorder.flow(0).delivered(100 * 1460, SECOND);
        recorder.flow(0).sent(500, false, SECOND);
        recorder.flow(0).delivered(1460, 2 * SECOND + 7 * MILLI);
        Series.CloseUp closeUp = recorder.series().closeUps().get(0);

        assertThat(closeUp.delivered().steps()).isEqualTo(new Steps(2 * SECOND, 5 * MILLI, 600));
        assertThat(closeUp.delivered().greatest(0)).isEqualTo(100);
        assertThat(closeUp.delivered().greatest(1)).isEqualTo(101);
        assertThat(closeUp.sent().peak()).isZero();
    }

    @Test
    void datagramsAreCountedOneByOneWhateverTheirLength() {
        SeriesRecorder recorder =
                new SeriesRecorder(plan(0, flow("flood", "flood", new Traffic.ConstantRate(1_000_000, 1_500, 0))));
        recorder.flow(0).delivered(1_472, 0);
        recorder.flow(0).delivered(1_472, 1);

        assertThat(recorder.series().closeUps().get(0).delivered().greatest(0)).isEqualTo(2);
    }

    @Test
    void eightFlowsHaveCurvesOfTheirOwnAndNineAreTakenByGroup() {
        List<FlowPlan> flows = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            flows.add(tcp("tcp-" + i, i <= 3 ? "few" : "many"));
        }
        assertThat(new SeriesRecorder(plan(0, flows.toArray(FlowPlan[]::new)))
                        .series()
                        .curves())
                .extracting(Series.Curve::name)
                .containsExactly("tcp-1", "tcp-2", "tcp-3", "tcp-4", "tcp-5", "tcp-6", "tcp-7", "tcp-8");

        flows.add(tcp("tcp-9", "many"));
        SeriesRecorder recorder = new SeriesRecorder(plan(0, flows.toArray(FlowPlan[]::new)));
        recorder.flow(3).delivered(100, 0);
        recorder.flow(8).delivered(20, 0);
        Series series = recorder.series();
        assertThat(series.curves())
                .extracting(Series.Curve::name, Series.Curve::flows)
                .containsExactly(tuple("few", 3), tuple("many", 6));
        assertThat(series.curves().get(1).deliveredBytes().sum(0)).isEqualTo(120);
    }

    @Test
    void closeUpsAreOfTheFirstFlowOfEachGroupAndThenOfTheNext() {
        Series series = new SeriesRecorder(
                        plan(0, tcp("a-1", "a"), tcp("a-2", "a"), tcp("a-3", "a"), tcp("b-1", "b"), tcp("c-1", "c")))
                .series();

        assertThat(series.closeUps()).extracting(Series.CloseUp::flow).containsExactly("a-1", "a-2", "b-1", "c-1");
    }

    @Test
    void backlogFallsWhenPacketsLeaveThoughNoneComes() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        HopObserver hop = recorder.hop("line");
        for (int i = 1; i <= 3; i++) {
            hop.offered(0, 1500, i);
            hop.waiting(i, i);
        }
        hop.sent(0, 1500, 0, 110 * MILLI);
        hop.dropped(0, DropCause.AQM, 310 * MILLI);
        hop.lost(0, 320 * MILLI);
        Series.HopSeries series = recorder.series().hops().get(0);

        assertThat(series.backlogPackets().greatest(0)).isEqualTo(3);
        assertThat(series.backlogPackets().least(1)).isEqualTo(2);
        assertThat(series.backlogPackets().greatest(2)).isEqualTo(2);
        assertThat(series.backlogPackets().least(3)).isZero();
        assertThat(series.backlogPackets().greatest(99)).isZero();
        assertThat(series.droppedPackets().sum(3)).isEqualTo(2);
    }

    @Test
    void packetThatPassesAtOnceNeverWaits() {
        SeriesRecorder recorder = new SeriesRecorder(plan(0, tcp("tcp", "tcp")));
        recorder.hop("line").offered(0, 1500, 0);
        recorder.hop("line").sent(0, 1500, 0, 0);
        recorder.hop("line").waiting(0, 0);

        assertThat(recorder.series().hops().get(0).backlogPackets().peak()).isZero();
    }

    @Test
    void refusesAHopThatIsNotThere() {
        assertThatThrownBy(() -> new SeriesRecorder(plan(0, tcp("tcp", "tcp"))).hop("lien"))
                .hasMessage("no hop is called lien");
    }

    /** Counted from what came and went, the backlog is what the hops themselves say; goodputs agree too. */
    @Test
    void seriesOfARunAgreeWithItsOutcome() {
        for (BoxSettings settings : List.of(
                new BoxSettings.Policing(20_000_000, 625_000), new BoxSettings.Shaping(20_000_000, 10_000, 83))) {
            Plan plan = Dumbbell.windows(box(settings)).withTime(5 * SECOND, 0).plan();
            Recorder outcomes = new Recorder(plan);
            SeriesRecorder recorder = new SeriesRecorder(plan);
            new Simulation(plan, Observers.both(outcomes, recorder)).runUntil(plan.durationNanos());
            Outcome outcome = outcomes.outcome();
            Series series = recorder.series();

            for (Series.HopSeries hop : series.hops()) {
                HopOutcome counted = outcome.hop(hop.name());
                assertThat(hop.backlogPackets().peak()).isEqualTo(counted.backlogPeakPackets());
                assertThat(hop.droppedPackets().total()).isEqualTo(counted.droppedPackets());
            }
            for (int i = 0; i < plan.flows().size(); i++) {
                assertThat(series.curves().get(i).deliveredBytes().total() * 8 / outcome.seconds())
                        .isCloseTo(outcome.flows().get(i).goodputBitsPerSecond(), within(1.0));
                assertThat(series.curves().get(i).rttNanos().peak() / 1e3)
                        .isEqualTo(outcome.flows().get(i).rtt().maxMicros());
                assertThat(series.closeUps().get(i).again().peak()).isPositive();
            }
        }
    }
}
