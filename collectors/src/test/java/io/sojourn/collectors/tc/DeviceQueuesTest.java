// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeviceQueuesTest {
    private static final TcCounters IDLE = new TcCounters(0, 0, 0, 0, 0, 0, 0);
    private static final TcCounters BUSY = new TcCounters(151_400, 100, 7, 0, 0, 3028, 2);

    private final List<Fault> faults = new ArrayList<>();

    @Test
    void dropsOfRootAndLeafAreTakenOnce() {
        List<QueueReading> queues =
                of(List.of(root("tbf", tbf(2_500_000, 8000, 117_920L, null), BUSY), leaf("1:1", 200, BUSY)), List.of());

        assertThat(queues).hasSize(1);
        assertThat(queues.get(0).counters().drops()).isEqualTo(7);
    }

    @Test
    void tbfRateIsBytesAndItsChildHoldsTheLimit() {
        QueueSettings settings = of(
                        List.of(root("tbf", tbf(2_500_000, 8000, 117_920L, null), IDLE), leaf("1:1", 200, IDLE)),
                        List.of())
                .get(0)
                .settings();

        assertThat(settings.discipline()).isEqualTo(Discipline.SHAPER);
        assertThat(settings.rateBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(settings.burstBytes()).isEqualTo(8000);
        assertThat(settings.limitPackets()).isEqualTo(200);
    }

    @Test
    void tbfLatencyGivesTheLimit() {
        // tc's example: rate .5mbit burst 5kb latency 70ms: 62 500 B/s x 70 ms + 5120 = 9495 bytes.
        QueueSettings settings = of(List.of(root("tbf", tbf(62_500, 5120, 70_000L, null), IDLE)), List.of())
                .get(0)
                .settings();

        assertThat(settings.limitBytes()).isEqualTo(9495);
    }

    @ParameterizedTest
    @CsvSource({"1600, POLICER", "3100, POLICER", "4541, POLICER", "4542, SHAPER", "600000, SHAPER"})
    void tbfThatHoldsAtMostTwoFramesIsAPolicer(long limitBytes, Discipline discipline) {
        QueueSettings settings = of(List.of(root("tbf", tbf(2_500_000, 625_000, null, limitBytes), IDLE)), List.of())
                .get(0)
                .settings();

        assertThat(settings.discipline()).isEqualTo(discipline);
        assertThat(settings.burstBytes()).isEqualTo(625_000);
    }

    @Test
    void htbWithOneLeafHasItsCeilingAndLimit() {
        QueueSettings settings = of(
                        List.of(root("htb", none(), BUSY), leaf("1:10", 83, BUSY)),
                        List.of(htb("1:10", null, 20_000_000, 20_000_000)))
                .get(0)
                .settings();

        assertThat(settings)
                .isEqualTo(new QueueSettings(
                        Discipline.SHAPER,
                        20_000_000L,
                        1600L,
                        83L,
                        null,
                        null,
                        null,
                        io.sojourn.telemetry.LengthAccounting.ETHERNET));
    }

    @Test
    void unlikeLeavesAreQueuesOfTheirOwnBoundByTheCeilingAbove() {
        List<QueueReading> queues = of(
                List.of(root("htb", none(), BUSY), leaf("1:10", 20, IDLE), leaf("1:20", 20, BUSY)),
                List.of(
                        htb("1:1", null, 198_000, 198_000),
                        htb("1:10", "1:1", 66_000, 198_000),
                        htb("1:20", "1:1", 132_000, 250_000)));

        assertThat(queues).extracting(QueueReading::queue).containsExactly("eth0:1:10", "eth0:1:20");
        assertThat(queues.get(1).settings().rateBitsPerSecond()).isEqualTo(198_000);
        assertThat(queues.get(1).counters()).isEqualTo(BUSY);
    }

    @Test
    void leavesThatAreAlikeAreOneQueueWithoutALimit() {
        List<QueueReading> queues = of(
                List.of(root("htb", none(), BUSY), leaf("1:10", 50, IDLE), leaf("1:11", 50, BUSY)),
                List.of(htb("1:10", "1:1", 1_000_000, 20_000_000), htb("1:11", "1:1", 1_000_000, 20_000_000)));

        assertThat(queues).hasSize(1);
        assertThat(queues.get(0).queue()).isEqualTo("eth0");
        assertThat(queues.get(0).settings().limitPackets()).isNull();
        assertThat(queues.get(0).counters()).isEqualTo(BUSY);
    }

    @ParameterizedTest
    @CsvSource({
        "pfifo, FIFO",
        "bfifo, FIFO",
        "pfifo_fast, FIFO",
        "noqueue, FIFO",
        "fq_codel, FQ_CODEL",
        "codel, CODEL",
        "cake, UNKNOWN",
        "red, UNKNOWN"
    })
    void otherKindsKeepTheirDiscipline(String kind, Discipline discipline) {
        assertThat(of(List.of(root(kind, none(), IDLE)), List.of())
                        .get(0)
                        .settings()
                        .discipline())
                .isEqualTo(discipline);
    }

    @Test
    void ingressIsNoQueue() {
        Qdisc ingress = new Qdisc("ingress", "ffff:", "ffff:fff1", none(), BUSY);

        assertThat(of(List.of(ingress), List.of())).isEmpty();
    }

    @Test
    void limitOutsideTheBoundsIsNamedAndTheCountersStillCount() {
        List<QueueReading> queues = of(List.of(root("pfifo", options(null, null, null, 5_000_000L), BUSY)), List.of());

        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("limitPackets", "5000000"));
        assertThat(queues.get(0).settings()).isEqualTo(QueueSettings.unknown());
        assertThat(queues.get(0).counters()).isEqualTo(BUSY);
    }

    @Test
    void replacedQdiscCountsFromZeroAndAChangedOptionDoesNot() {
        QueueTotals totals = new QueueTotals();
        totals.add(new QueueReading("eth0", "pfifo 10: null", QueueSettings.unknown(), counted(1000)));
        QueueSettings smaller =
                QueueSettings.shaper(20_000_000, 8000, 83L, io.sojourn.telemetry.LengthAccounting.ETHERNET);

        assertThat(totals.add(new QueueReading("eth0", "pfifo 10: null", smaller, counted(1500)))
                        .sentBytes())
                .isEqualTo(500);
        assertThat(totals.restarts()).isZero();
        assertThat(totals.add(new QueueReading("eth0", "pfifo 20: null", smaller, counted(4000)))
                        .sentBytes())
                .isEqualTo(4500);
        assertThat(totals.restarts()).isEqualTo(1);
        assertThat(totals.add(new QueueReading("eth0", "pfifo 20: null", smaller, counted(100)))
                        .sentBytes())
                .isEqualTo(4600);
        assertThat(totals.resets()).isEqualTo(1);
    }

    @Test
    void offeredIsSentDroppedAndStillWaiting() {
        QueueCounts counts = QueueTotals.between(QueueSettings.unknown(), IDLE, BUSY, 9084, 6);

        assertThat(counts.offeredPackets()).isEqualTo(100 + 7 + 2);
        assertThat(counts.offeredBytes()).isEqualTo(151_400 + 7 * 1514 + 3028);
        assertThat(counts.drops()).isEqualTo(new DropCounts(0, 7, 0, 0));
        assertThat(counts.backlogPeakBytes()).isEqualTo(9084);
    }

    @Test
    void dropsOfAPolicerArePolicedAndThoseOfCodelSplitByRoom() {
        QueueSettings policer =
                QueueSettings.policer(20_000_000, 625_000, io.sojourn.telemetry.LengthAccounting.ETHERNET);
        QueueSettings codel = new QueueSettings(
                Discipline.CODEL,
                null,
                null,
                null,
                null,
                5000L,
                100_000L,
                io.sojourn.telemetry.LengthAccounting.ETHERNET);

        assertThat(QueueTotals.between(policer, IDLE, BUSY, 0, 0).drops()).isEqualTo(new DropCounts(7, 0, 0, 0));
        TcCounters split = new TcCounters(151_400, 100, 7, 2, 0, 0, 0);
        assertThat(QueueTotals.between(codel, IDLE, split, 0, 0).drops()).isEqualTo(new DropCounts(0, 2, 5, 0));
    }

    private List<QueueReading> of(List<Qdisc> qdiscs, List<TcClass> classes) {
        return DeviceQueues.of("eth0", qdiscs, classes, faults::add);
    }

    private static TcCounters counted(long bytes) {
        return new TcCounters(bytes, bytes, 0, 0, 0, 0, 0);
    }

    private static Qdisc root(String kind, Qdisc.Options options, TcCounters counters) {
        return new Qdisc(kind, "1:", null, options, counters);
    }

    private static Qdisc leaf(String parent, long limit, TcCounters counters) {
        return new Qdisc("pfifo", parent.substring(2) + ":", parent, options(null, null, null, limit), counters);
    }

    private static TcClass htb(String id, @Nullable String parent, long rate, long ceil) {
        return new TcClass("htb", id, parent, rate, ceil, 1600L, IDLE);
    }

    private static Qdisc.Options none() {
        return options(null, null, null, null);
    }

    private static Qdisc.Options tbf(long rate, long burst, @Nullable Long latencyMicros, @Nullable Long limit) {
        return options(rate, burst, latencyMicros, limit);
    }

    private static Qdisc.Options options(
            @Nullable Long rate, @Nullable Long burst, @Nullable Long latencyMicros, @Nullable Long limit) {
        return new Qdisc.Options(rate, burst, latencyMicros, limit, null, null);
    }
}
