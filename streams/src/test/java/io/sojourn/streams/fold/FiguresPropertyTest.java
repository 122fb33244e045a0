// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowFigures;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FiguresPropertyTest {
    private static final Set<String> FOLLOWS = Set.of(
            "stage",
            "lostBatches",
            "utilisationRatio",
            "throughputMeanBitsPerSecond",
            "dropRatio",
            "markRatio",
            "retransmitRatio",
            "figures");

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyNumberIsFiniteAndNotNegativeAndEveryShareAtMostOne(int seed) throws ReflectiveOperationException {
        Random random = new Random(seed);
        QueueWindow window = random(random).finish(random.nextBoolean() ? null : value(random));

        checkComponents(window);
        checkComponents(window.figures());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatDoesNotFollowFromTheSumsStaysAsItIs(int seed) throws ReflectiveOperationException {
        QueueWindow sum = random(new Random(seed)).build();
        QueueWindow window = Figures.finish(new WindowTotal(sum), Stage.FINAL, 0, null);

        for (RecordComponent component : QueueWindow.class.getRecordComponents()) {
            if (!FOLLOWS.contains(component.getName())) {
                assertThat(component.getAccessor().invoke(window))
                        .as(component.getName())
                        .isEqualTo(component.getAccessor().invoke(sum));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void percentilesLieAmongTheValuesAndAscend(int seed) {
        QueueWindow window = random(new Random(seed)).finish();

        checkPercentiles(window.figures().sojournMicros(), window.sojournMicros());
        checkPercentiles(window.figures().rttMicros(), window.rttMicros());
        checkPercentiles(window.figures().rttLoadedMicros(), window.rttLoadedMicros());
        checkPercentiles(window.figures().ipdvMicros(), window.ipdvMicros());
    }

    /** The mean of two children's percentiles would lie between two values, near none. */
    @ParameterizedTest
    @MethodSource("seeds")
    void percentileOfAParentIsOneOfItsChildrensValuesAndNoAverage(int seed) {
        Random random = new Random(seed);
        long[] fast = random.longs(1_000 + random.nextInt(2_000), 1_000, 2_000).toArray();
        long[] slow =
                random.longs(1_000 + random.nextInt(2_000), 500_000, 600_000).toArray();
        SummedWindow parent = new SummedWindow();
        parent.rtt = Sketch.of(fast).merge(Sketch.of(slow));
        parent.sojourn = Sketch.of(slow).merge(Sketch.of(fast));

        long[] sorted = IntStream.range(0, fast.length + slow.length)
                .mapToLong(i -> i < fast.length ? fast[i] : slow[i - fast.length])
                .sorted()
                .toArray();

        checkExact(parent.figures().rttMicros(), sorted);
        checkExact(parent.figures().sojournMicros(), sorted);
    }

    private static void checkExact(Quantiles quantiles, long[] sorted) {
        checkRank(quantiles.p50(), sorted, 0.5);
        checkRank(quantiles.p95(), sorted, 0.95);
        checkRank(quantiles.p99(), sorted, 0.99);
    }

    private static void checkRank(@Nullable Double percentile, long[] sorted, double q) {
        double exact = sorted[(int) Math.floor(q * (sorted.length - 1))];
        assertThat(percentile).isCloseTo(exact, within(exact * (Sketch.RELATIVE_ERROR + 1e-9)));
    }

    private static void checkPercentiles(Quantiles quantiles, Sketch sketch) {
        assertThat(quantiles.count()).isEqualTo(sketch.count());
        double last = sketch.min();
        for (Double percentile : Arrays.asList(quantiles.p50(), quantiles.p95(), quantiles.p99())) {
            if (percentile != null) {
                assertThat(percentile).isBetween(last, (double) sketch.max());
                last = percentile;
            }
        }
    }

    private static void checkComponents(Record record) throws ReflectiveOperationException {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(record);
            if (value instanceof Double number) {
                boolean share = component.getName().endsWith("Ratio")
                        && !component.getName().matches("utilisation.*|linkUtilisation.*|backlogLimit.*");
                assertThat(number).as(component.getName()).isBetween(0.0, share ? 1.0 : Double.MAX_VALUE);
            }
        }
        if (record instanceof WindowFigures figures && figures.qualityWeb() != null) {
            assertThat(figures.qualityWeb()).isLessThanOrEqualTo(100);
        }
    }

    private static SummedWindow random(Random random) {
        SummedWindow sums = new SummedWindow();
        sums.coveredMillis = random.nextInt(3) * 500L;
        sums.queueMillis = value(random);
        sums.expectedQueues = random.nextInt(5);
        sums.settings = random.nextBoolean()
                ? QueueSettings.unknown()
                : QueueSettings.shaper(8 + random.nextInt(1 << 30), 1, 1L + random.nextInt(1_000), LengthAccounting.IP);
        sums.linkBitsPerSecond = random.nextBoolean() ? null : 1 + value(random);
        sums.offeredPackets = value(random);
        sums.sentPackets = value(random);
        sums.sentBytes = value(random) << random.nextInt(20);
        sums.drops = new DropCounts(value(random), value(random), value(random), value(random));
        sums.markedPackets = value(random);
        sums.cells = sketch(random);
        randomTimes(sums, random);
        randomDelays(sums, random);
        randomFlows(sums, random);
        return sums;
    }

    private static void randomTimes(SummedWindow sums, Random random) {
        sums.backlogPeakPackets = some(random);
        sums.backlogPeakBytes = some(random);
        sums.backlogMillis = some(random);
        sums.backlogPacketMillis = some(random);
        sums.backlogByteMillis = some(random);
        sums.ratedMillis = value(random);
        sums.aboveCommittedMillis = value(random);
        sums.above80Millis = value(random);
        sums.above95Millis = value(random);
    }

    private static void randomDelays(SummedWindow sums, Random random) {
        sums.sojourn = sketch(random);
        sums.sojournFloor = sketch(random);
        sums.rtt = sketch(random);
        sums.rttLoaded = sketch(random);
        sums.ipdv = sketch(random);
        sums.pdv = sketch(random);
    }

    private static void randomFlows(SummedWindow sums, Random random) {
        sums.dataPackets = some(random);
        sums.retransmittedPackets = some(random);
        sums.flowCount = some(random);
        sums.flowBytes = some(random);
        sums.flowBytesSquared = random.nextBoolean() ? null : random.nextInt(2) * 1e12 * random.nextDouble();
        sums.rttFlowBytes = some(random);
    }

    /** 0 in one of three. */
    private static long value(Random random) {
        return random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(1, 31));
    }

    private static @Nullable Long some(Random random) {
        return random.nextInt(3) == 0 ? null : (Long) value(random);
    }

    private static Sketch sketch(Random random) {
        int count = random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(1, 12));
        return Sketch.of(random.longs(count, 0, 1L << random.nextInt(1, 30)).toArray());
    }
}
