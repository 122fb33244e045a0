// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.Folding.NODE;
import static io.sojourn.streams.fold.Folding.batch;
import static io.sojourn.streams.fold.Folding.fold;
import static io.sojourn.streams.fold.Folding.ofSize;
import static io.sojourn.streams.fold.Folding.windows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowTotalTest {
    private static final long RATE = 20_000_000;

    /** Two half seconds of a policer of 20 Mbit/s: 10 Mbit and 8 Mbit sent, 12 of 1 500 packets dropped. */
    @Test
    void windowOfTwoHalfSecondsHasTheWorkedRatesAndRatios() {
        QueueSample fast = Samples.queue("wan0")
                .policer(RATE, 625_000)
                .sent(1_000, 1_250_000)
                .policed(8)
                .marked(10)
                .segments(1_000, 30)
                .build();
        QueueSample slow = Samples.queue("wan0")
                .policer(RATE, 625_000)
                .sent(488, 1_000_000)
                .drops(new DropCounts(1, 2, 1, 0))
                .marked(2)
                .segments(500, 15)
                .build();

        QueueWindow window =
                oneSecond(Samples.batch(NODE, 0, 5_000, 5_500, fast), Samples.batch(NODE, 1, 5_500, 6_000, slow));

        assertThat(window.startMillis()).isEqualTo(5_000);
        assertThat(window.sampleCount()).isEqualTo(2);
        assertThat(window.coveredMillis()).isEqualTo(1_000);
        assertThat(window.offeredPackets()).isEqualTo(1_500);
        assertThat(window.sentPackets()).isEqualTo(1_488);
        assertThat(window.sentBytes()).isEqualTo(2_250_000);
        assertThat(window.drops()).isEqualTo(new DropCounts(9, 2, 1, 0));
        assertThat(window.throughputMeanBitsPerSecond()).isEqualTo(18e6);
        assertThat(window.throughputPeakBitsPerSecond()).isEqualTo(20e6);
        assertThat(window.utilisationRatio()).isEqualTo(0.9);
        assertThat(window.dropRatio()).isEqualTo(12 / 1_500.0);
        assertThat(window.markRatio()).isEqualTo(12 / 1_488.0);
        assertThat(window.retransmitRatio()).isEqualTo(0.03);
    }

    @Test
    void windowWithoutDataReadsNullAndNeverZero() {
        QueueWindow window =
                oneSecond(Samples.batch(NODE, 0, 0, 1_000, Samples.queue("wan0").build()));

        assertThat(window.dropRatio()).isNull();
        assertThat(window.markRatio()).isNull();
        assertThat(window.retransmitRatio()).isNull();
        assertThat(window.utilisationRatio()).isNull();
        assertThat(window.throughputMeanBitsPerSecond()).isEqualTo(0);
        assertThat(window.backlogPeakPackets()).isNull();
        assertThat(window.jitterMicros()).isNull();
        assertThat(window.activeFlows()).isNull();
        assertThat(window.dataPackets()).isNull();
        assertThat(window.unresponsiveBytes()).isNull();
        assertThat(window.rttMicros().isEmpty()).isTrue();
    }

    @Test
    void sketchesAreMergedSoThatTheMedianIsOfAllValuesAndNotOfMedians() {
        QueueSample many =
                Samples.queue("wan0").rttMicros(100, 100, 100, 100, 100, 100).build();
        QueueSample few = Samples.queue("wan0").rttMicros(90_000).build();

        QueueWindow window = oneSecond(Samples.batch(NODE, 0, 0, 500, many), Samples.batch(NODE, 1, 500, 1_000, few));

        assertThat(window.rttMicros()).isEqualTo(Sketch.of(100, 100, 100, 100, 100, 100, 90_000));
        assertThat(window.rttMicros().quantile(0.5).orElseThrow()).isCloseTo(100, within(1.0));
    }

    @Test
    void levelsTakeTheLargestAndCountsTheSumOfWhatIsKnown() {
        QueueSample first = Samples.queue("wan0")
                .jitterMicros(300)
                .activeFlows(4)
                .windows(258_048, 100_000, 4)
                .backlogPeak(83)
                .reordered(2)
                .unresponsive(1_000)
                .build();
        QueueSample second = Samples.queue("wan0")
                .jitterMicros(200)
                .activeFlows(7)
                .windows(129_024, 200_000, 1)
                .backlogPeak(12)
                .reordered(3)
                .build();

        QueueWindow window =
                oneSecond(Samples.batch(NODE, 0, 0, 500, first), Samples.batch(NODE, 1, 500, 1_000, second));

        assertThat(window.jitterMicros()).isEqualTo(300);
        assertThat(window.activeFlows()).isEqualTo(7);
        assertThat(window.advertisedWindowBytes()).isEqualTo(258_048);
        assertThat(window.inflightBytes()).isEqualTo(200_000);
        assertThat(window.windowLimitedFlows()).isEqualTo(4);
        assertThat(window.backlogPeakPackets()).isEqualTo(83);
        assertThat(window.reorderedPackets()).isEqualTo(5);
        assertThat(window.unresponsiveBytes()).isEqualTo(1_000);
    }

    @Test
    void settingsAndLinkAreThoseOfTheSampleThatStartsLastWhateverComesFirst() {
        SampleBatch early = Samples.batch(
                NODE,
                0,
                0,
                500,
                Samples.queue("wan0").policer(RATE, 625_000).link(100_000_000).build());
        SampleBatch last = Samples.batch(
                NODE,
                1,
                500,
                1_000,
                Samples.queue("wan0")
                        .shaper(RATE / 2, 1_514, 200L)
                        .link(50_000_000)
                        .build());

        assertThat(oneSecond(early, last).settings().rateBitsPerSecond()).isEqualTo(RATE / 2);
        assertThat(oneSecond(last, early).settings().rateBitsPerSecond()).isEqualTo(RATE / 2);
        assertThat(oneSecond(last, early).linkBitsPerSecond()).isEqualTo(50_000_000);
    }

    /** A packet of the window before is dropped in this one: 3 offered, 5 dropped. */
    @Test
    void moreDropsThanOffersAreARatioOfOne() {
        QueueSample sample = sample(3, new DropCounts(0, 0, 5, 0));

        assertThat(oneSecond(Samples.batch(NODE, 0, 0, 1_000, sample)).dropRatio())
                .isEqualTo(1.0);
    }

    @Test
    void intervalThatReachesPastItsWindowBelongsToTheWindowOfItsStartWithAllItsTime() {
        QueueWindow window = oneSecond(batch(0, 999, 10_999, 1_000));

        assertThat(window.startMillis()).isZero();
        assertThat(window.coveredMillis()).isEqualTo(10_000);
        assertThat(window.throughputMeanBitsPerSecond()).isEqualTo(1_000 * 1_514 * 8 / 10.0);
    }

    @Test
    void recordingStaysOne() {
        SampleBatch live = batch(0, 0, 1_000, 1);
        assertThat(oneSecond(Samples.recorded(live)).clocking()).isEqualTo(Clocking.RECORDED);
        assertThat(oneSecond(live).clocking()).isEqualTo(Clocking.LIVE);
    }

    private static QueueSample sample(long offeredPackets, DropCounts drops) {
        QueueSample s = Samples.queue("wan0").build();
        return new QueueSample(
                s.queue(),
                s.settings(),
                null,
                offeredPackets,
                offeredPackets * 1_514,
                0,
                0,
                drops,
                drops.total() * 1_514,
                0,
                null,
                null,
                null,
                null,
                s.sojournMicros(),
                s.sojournFloorMicros(),
                s.rttMicros(),
                s.rttFloorMicros(),
                null,
                s.ipdvMicros(),
                s.pdvMicros(),
                s.tokensAtLossBytes(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static QueueWindow oneSecond(SampleBatch... batches) {
        List<QueueWindow> windows = ofSize(windows(fold(), List.of(batches)), 1_000);
        assertThat(windows).hasSize(1);
        return windows.get(0);
    }
}
