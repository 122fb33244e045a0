// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowFigures;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    private final SummedWindow sums = new SummedWindow();

    @Test
    void windowWithNothingInItHasNoFigureButItsCoverage() {
        sums.coveredMillis = 0;
        sums.queueMillis = 0;

        QueueWindow window = sums.finish();

        assertThat(window.figures()).isEqualTo(WindowFigures.NONE);
        assertThat(window.utilisationRatio()).isNull();
        assertThat(window.throughputMeanBitsPerSecond()).isNull();
        assertThat(window.dropRatio()).isNull();
        assertThat(window.markRatio()).isNull();
        assertThat(window.retransmitRatio()).isNull();
    }

    @Test
    void basesOfZeroGiveNoDataAndNotZero() {
        sums.settings = shaper();
        sums.linkBitsPerSecond = 0L;
        sums.backlogMillis = 0L;
        sums.backlogPacketMillis = 0L;
        sums.backlogByteMillis = 0L;
        sums.dataPackets = 0L;
        sums.retransmittedPackets = 0L;
        sums.flowCount = 0L;
        sums.flowBytes = 0L;
        sums.flowBytesSquared = 0.0;
        sums.rttFlowBytes = 0L;

        QueueWindow window = sums.finish();

        assertThat(window.retransmitRatio()).isNull();
        assertThat(window.figures().linkUtilisationRatio()).isNull();
        assertThat(window.figures().backlogMeanPackets()).isNull();
        assertThat(window.figures().backlogMeanBytes()).isNull();
        assertThat(window.figures().backlogLimitRatio()).isNull();
        assertThat(window.figures().fairnessRatio()).isNull();
        assertThat(window.figures().rttCoverageRatio()).isNull();
        assertThat(window.figures().above80Ratio()).isNull();
        assertThat(window.throughputMeanBitsPerSecond()).isZero();
    }

    @Test
    void stageLostBatchesAndBaseAreThoseGiven() {
        QueueWindow window = Figures.finish(new WindowTotal(sums.build()), Stage.FINAL, 3, 7L);

        assertThat(window.stage()).isEqualTo(Stage.FINAL);
        assertThat(window.lostBatches()).isEqualTo(3);
        assertThat(window.figures().baseRttMicros()).isEqualTo(7);
    }

    @Test
    void ratesAreOverTheCoveredTime() {
        sums.settings = shaper();
        sums.linkBitsPerSecond = 100_000_000L;
        sums.sizeMillis = 10_000;
        sums.coveredMillis = 8_000;
        sums.sentBytes = 19_000_000;
        sums.sentPackets = 12_000;

        QueueWindow window = sums.finish();

        assertThat(window.throughputMeanBitsPerSecond()).isEqualTo(19_000_000);
        assertThat(window.utilisationRatio()).isEqualTo(0.95);
        assertThat(window.figures().linkUtilisationRatio()).isEqualTo(0.19);
        assertThat(window.figures().packetsPerSecond()).isEqualTo(1_500);
    }

    @Test
    void utilisationIsCappedWhereTheRecordEnds() {
        sums.settings = QueueSettings.policer(8, 1, LengthAccounting.ETHERNET);
        sums.sentBytes = 1L << 40;

        assertThat(sums.finish().utilisationRatio()).isEqualTo(1e6);
    }

    @Test
    void dropsAreToldByCauseOverThePacketsOffered() {
        sums.offeredPackets = 1_000;
        sums.drops = new DropCounts(10, 20, 30, 40);
        sums.sentPackets = 900;
        sums.markedPackets = 9;

        QueueWindow window = sums.finish();

        assertThat(window.dropRatio()).isEqualTo(0.1);
        assertThat(window.markRatio()).isEqualTo(0.01);
        assertThat(window.figures().policedRatio()).isEqualTo(0.01);
        assertThat(window.figures().tailDropRatio()).isEqualTo(0.02);
        assertThat(window.figures().aqmDropRatio()).isEqualTo(0.03);
        assertThat(window.figures().limitDropRatio()).isEqualTo(0.04);
    }

    @Test
    void moreDropsThanOffersMakeARatioOfOne() {
        sums.offeredPackets = 10;
        sums.drops = new DropCounts(0, 11, 0, 0);

        assertThat(sums.finish().dropRatio()).isEqualTo(1);
        assertThat(sums.figures().tailDropRatio()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "10, 10", "19, 19", "20, 19", "21, 20", "40, 38", "100, 95", "3600, 3420"})
    void p95OfCellsIsThatOfTheNearestRank(int count, int rank) {
        long[] cells = new long[count];
        Arrays.fill(cells, 0, rank - 1, 1_000);
        cells[rank - 1] = 2_000;
        Arrays.fill(cells, rank, count, 4_000);

        assertThat(Figures.cellP95(Sketch.of(cells))).isCloseTo(2_000, within(20.0));
    }

    @Test
    void p95OfOneToAHundredIsNinetyFive() {
        sums.cells = Sketch.of(LongStream.rangeClosed(1, 100).toArray());

        assertThat(sums.figures().throughputP95BitsPerSecond()).isCloseTo(95, within(0.95));
    }

    @Test
    void backlogIsTheMeanOfItsReadingsAndItsPeakOverTheLimit() {
        sums.settings = shaper();
        sums.backlogMillis = 400L;
        sums.backlogPacketMillis = 4_000L;
        sums.backlogByteMillis = 600_000L;
        sums.backlogPeakPackets = 150L;
        sums.backlogPeakBytes = 10L;

        assertThat(sums.figures().backlogMeanPackets()).isEqualTo(10);
        assertThat(sums.figures().backlogMeanBytes()).isEqualTo(1_500);
        assertThat(sums.figures().backlogLimitRatio()).isEqualTo(0.75);
    }

    @Test
    void peakIsOverTheLimitInBytesWhereNoneInPacketsIsSet() {
        sums.settings = limited(null, 10_000L);
        sums.backlogPeakPackets = 5L;
        sums.backlogPeakBytes = 5_000L;

        assertThat(sums.figures().backlogLimitRatio()).isEqualTo(0.5);
    }

    @Test
    void nineOfTenFloorsAboveFiveMillisecondsStand() {
        sums.sojournFloor = Sketch.of(6_000, 7_000, 8_000, 4_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000);

        assertThat(sums.figures().standingRatio()).isEqualTo(0.9);
    }

    @ParameterizedTest
    @CsvSource({
        "19, false, false, false, false",
        "20, true, false, false, false",
        "99, true, false, false, false",
        "100, true, true, false, false",
        "199, true, true, false, false",
        "200, true, true, true, false",
        "999, true, true, true, false",
        "1000, true, true, true, true"
    })
    void percentileStandsWithTenValuesAboveIt(int count, boolean p50, boolean p90, boolean p95, boolean p99) {
        sums.rtt = all(count, 60_000);
        sums.offeredPackets = 1;

        WindowFigures figures = sums.figures();

        assertThat(figures.rttMicros().p50() != null).isEqualTo(p50);
        assertThat(figures.qualityWeb() != null).isEqualTo(p90);
        assertThat(figures.rttMicros().p95() != null).isEqualTo(p95);
        assertThat(figures.qualityVideoCall() != null).isEqualTo(p95);
        assertThat(figures.qualityStreaming() != null).isEqualTo(p95);
        assertThat(figures.rttMicros().p99() != null).isEqualTo(p99);
        assertThat(figures.rttMicros()).isEqualTo(Quantiles.of(sums.rtt));
    }

    @Test
    void webIsJudgedByTheNinetiethPercentileAndVideoByTheNinetyFifth() {
        long[] values = new long[1_000];
        Arrays.fill(values, 0, 920, 50_000);
        Arrays.fill(values, 920, 1_000, 900_000);
        sums.rtt = Sketch.of(values);
        sums.offeredPackets = 1;

        assertThat(sums.figures().qualityWeb()).isCloseTo(100, within(1.0));
        assertThat(sums.figures().qualityVideoCall()).isZero();
        assertThat(sums.figures().qualityStreaming()).isZero();
    }

    @Test
    void lossOfAnOutcomeIsWhatWasSentAgainOrElseWhatWasDropped() {
        sums.rtt = all(1_000, 10_000);
        sums.offeredPackets = 1_000;
        sums.drops = new DropCounts(0, 1_000, 0, 0);
        assertThat(sums.figures().qualityWeb()).isZero();

        sums.dataPackets = 400L;
        sums.retransmittedPackets = 3L;
        assertThat(sums.figures().qualityWeb()).isCloseTo(50, within(1e-9));
    }

    @Test
    void variationOfPacketsIsThatWhichWasMeasured() {
        sums.sojourn = all(1_000, 9_000);
        sums.pdv = all(1_000, 300);
        sums.ipdv = all(1_000, 70);

        assertThat(sums.figures().pdvMicros()).isEqualTo(Quantiles.of(sums.pdv));
        assertThat(sums.figures().ipdvMicros()).isEqualTo(Quantiles.of(sums.ipdv));
    }

    /** RFC 5481: delays of 10, 10, 15, 10 and 11 ms vary by 0, 0, 5, 0 and 1. */
    @Test
    void variationOfPacketsIsElseThatOfTheSojournTime() {
        sums.sojourn = Sketch.of(LongStream.range(0, 200)
                .map(i -> new long[] {10_000, 10_000, 15_000, 10_000, 11_000}[(int) i % 5])
                .toArray());

        Quantiles pdv = sums.figures().pdvMicros();

        assertThat(pdv.count()).isEqualTo(200);
        assertThat(pdv.min()).isZero();
        assertThat(pdv.p50()).isCloseTo(0, within(100.0));
        assertThat(pdv.p95()).isCloseTo(5_000, within(150.0));
        assertThat(pdv.p99()).isNull();
    }

    @Test
    void increaseIsTheMedianUnderLoadAboveTheBase() {
        sums.rttLoaded = Sketch.of(
                LongStream.range(0, 21).map(i -> i == 0 ? 60_000_000 : 40_000).toArray());

        WindowFigures figures = sums.finish(10_000L).figures();

        assertThat(figures.rttIncreaseMicros()).isCloseTo(30_000, within(400.0));
        assertThat(figures.bloatScale()).isEqualTo("DSLReports; RTT under load above base");
    }

    @Test
    void increaseIsTheMeanWhereTooFewWereMeasuredForAMedian() {
        sums.rttLoaded = Sketch.of(20_000, 20_000, 80_000);

        assertThat(sums.finish(10_000L).figures().rttIncreaseMicros()).isEqualTo(30_000);
        assertThat(sums.finish(10_000L).figures().bloatGrade()).isEqualTo("B");
    }

    @Test
    void increaseIsNeverNegative() {
        sums.rttLoaded = Sketch.of(9_000);

        assertThat(sums.finish(10_000L).figures().rttIncreaseMicros()).isZero();
    }

    @Test
    void withoutRoundTripsALoadedQueueIsGradedByItsSojournTime() {
        sums.sojourn = all(50, 107_000);
        sums.ratedMillis = 1_000;
        sums.above80Millis = 100;

        assertThat(sums.figures().bloatGrade()).isEqualTo("C");
        assertThat(sums.figures().bloatScale()).isEqualTo("DSLReports; sojourn");
        assertThat(sums.figures().rttIncreaseMicros()).isNull();
    }

    @Test
    void queueThatWasNotLoadedHasNoGrade() {
        sums.sojourn = all(50, 107_000);
        sums.rtt = all(50, 107_000);
        sums.ratedMillis = 1_000;

        assertThat(sums.finish(1L).figures().bloatGrade()).isNull();
        assertThat(sums.finish(1L).figures().bloatScale()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"4, 4000, 4e6, 1", "4, 4000, 16e6, 0.25", "1, 7, 49, 1", "2, 4, 10, 0.8"})
    void fairnessIsThatOfJain(long flows, long bytes, double squares, double index) {
        sums.flowCount = flows;
        sums.flowBytes = bytes;
        sums.flowBytesSquared = squares;

        assertThat(sums.figures().fairnessRatio()).isCloseTo(index, within(1e-12));
    }

    @Test
    void timeAboveIsAShareOfTheRatedTime() {
        sums.ratedMillis = 500;
        sums.aboveCommittedMillis = 50;
        sums.above80Millis = 250;
        sums.above95Millis = 100;

        assertThat(sums.figures().aboveCommittedRatio()).isEqualTo(0.1);
        assertThat(sums.figures().above80Ratio()).isEqualTo(0.5);
        assertThat(sums.figures().above95Ratio()).isEqualTo(0.2);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 1", "900, 1, 0.9", "900, 3, 0.3", "3000, 3, 1", "3100, 3, 1", "0, 2, 0"})
    void coverageIsThatOfAllQueuesThatAreExpected(long queueMillis, long expectedQueues, double coverage) {
        sums.queueMillis = queueMillis;
        sums.expectedQueues = expectedQueues;

        assertThat(sums.figures().coverageRatio()).isEqualTo(coverage);
    }

    @ParameterizedTest
    @CsvSource({"500, 1000, 1000, 0.5", "500, 600, 1000, 0.5", "1100, 1200, 1000, 1", "500, , 1000, ", "500, 600, 0, "})
    void roundTripsCoverTheFlowsThatHaveSome(long rttFlowBytes, Long flowBytes, long sentBytes, Double coverage) {
        sums.rttFlowBytes = rttFlowBytes;
        sums.flowBytes = flowBytes;
        sums.sentBytes = sentBytes;

        assertThat(sums.figures().rttCoverageRatio()).isEqualTo(coverage);
    }

    private static QueueSettings shaper() {
        return QueueSettings.shaper(20_000_000, 10_000, 200L, LengthAccounting.ETHERNET);
    }

    private static QueueSettings limited(Long packets, Long bytes) {
        return new QueueSettings(Discipline.FIFO, null, null, packets, bytes, null, null, LengthAccounting.ETHERNET);
    }

    private static Sketch all(int count, long value) {
        long[] values = new long[count];
        Arrays.fill(values, value);
        return Sketch.of(values);
    }
}
