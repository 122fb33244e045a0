// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up samples of one queue: what it never sees is null, what it sees may be 0, and its settings change. */
final class QueueScript {
    /** Multiples of 800 kbit/s have whole bytes at 75, 80 and 95 % in any number of milliseconds. */
    private static final long SLOW = 800_000;

    private static final long RATE_STEP = 5 * SLOW;

    private final Random random;
    private final RawValues values;
    private final String queue;
    private final boolean seesRtt;
    private final boolean seesBacklog;
    private final boolean seesSegments;
    private final Long linkBitsPerSecond;
    private final boolean isNeverEmpty;
    private final int resentOneIn;
    private final int rttBound;
    private final int flowNames;
    private QueueSettings settings;

    /** @param flowNames how many flows it may have at all */
    QueueScript(Random random, RawValues values, String queue, int flowNames) {
        this.random = random;
        this.values = values;
        this.queue = queue;
        this.flowNames = flowNames;
        seesRtt = random.nextInt(4) > 0;
        seesBacklog = random.nextInt(4) > 0;
        seesSegments = random.nextInt(4) > 0;
        linkBitsPerSecond = random.nextInt(3) == 0 ? null : 10 * RATE_STEP;
        isNeverEmpty = random.nextBoolean();
        resentOneIn = List.of(50, 120, 300, 1_000).get(random.nextInt(4));
        rttBound = List.of(55_000, 90_000, 140_000, 400_000).get(random.nextInt(4));
        settings = settings();
    }

    String queue() {
        return queue;
    }

    QueueSample sample(long intervalMillis) {
        settings = random.nextInt(60) == 0 ? settings() : settings;
        long sentBytes = sentBytes(intervalMillis);
        long sentPackets = (sentBytes + 999) / 1_000;
        DropCounts drops = random.nextInt(3) == 0 ? drops() : DropCounts.NONE;
        Long backlog = maybe(seesBacklog, 200);
        Long data = maybe(seesSegments, 500);
        return new QueueSample(
                queue,
                settings,
                linkBitsPerSecond,
                Math.max(0, sentPackets + drops.total() - random.nextInt(3)),
                sentBytes + 1_000 * drops.total(),
                sentPackets,
                sentBytes,
                drops,
                1_000 * drops.total(),
                random.nextInt(4) == 0 ? sentPackets / 3 : 0,
                backlog,
                backlog == null || random.nextInt(20) == 0 ? null : (Long) (backlog * 1_000),
                random.nextInt(3) == 0 ? null : maybe(seesBacklog, 300),
                random.nextInt(3) == 0 ? null : maybe(seesBacklog, 300_000),
                times(true, 300_000),
                times(true, 40_000),
                rtt(seesRtt),
                rtt(seesRtt),
                maybe(seesRtt, 9_000),
                times(seesRtt, 9_000),
                times(seesRtt, 9_000),
                times(drops.policed() > 0, 1_500),
                maybe(true, 9),
                data,
                data == null ? null : (Long) (data / resentOneIn),
                maybe(seesSegments, 5),
                maybe(seesSegments, 1_000_000),
                maybe(seesSegments, 1_000_000),
                maybe(seesSegments, 9),
                maybe(seesSegments, 90_000));
    }

    List<FlowSample> flows() {
        List<FlowSample> flows = new ArrayList<>();
        int count = random.nextInt(flowNames / 4 + 1);
        for (int i = 0; i < count; i++) {
            flows.add(flow("flow-" + random.nextInt(flowNames)));
        }
        return flows;
    }

    private FlowSample flow(String name) {
        long packets = random.nextInt(15);
        return new FlowSample(
                queue,
                name,
                packets,
                packets * 1_000,
                packets,
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                rtt(seesRtt && random.nextBoolean()),
                maybe(seesRtt, 90_000),
                maybe(seesRtt, 9_000),
                random.nextInt(4) == 0 ? null : (Long) 1_448L,
                maybe(seesSegments, 65_535),
                maybe(seesSegments, 65_535),
                seesSegments && random.nextBoolean() ? (Double) random.nextDouble() : null,
                random.nextInt(3) == 0 ? null : random.nextBoolean() ? "cubic" : "bbr");
    }

    /** Often nothing, and often what lies exactly on a bound: a share of the set rate, of the plan or of the link. */
    private long sentBytes(long intervalMillis) {
        Long rate = settings.rateBitsPerSecond() != null ? settings.rateBitsPerSecond() : linkBitsPerSecond;
        long full = (rate == null ? RATE_STEP : rate) / 8_000 * intervalMillis;
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> full / 100 * 75;
            case 2 -> full / 100 * 80;
            case 3 -> full / 100 * 95;
            case 4 -> full;
            case 5 -> full / 100 * 80 + 1;
            default -> Math.round(1.3 * full * random.nextDouble());
        };
    }

    private QueueSettings settings() {
        return switch (random.nextInt(4)) {
            case 0 -> QueueSettings.unknown();
            case 1 -> QueueSettings.policer(rate(), 625_000, LengthAccounting.ETHERNET);
            case 2 -> QueueSettings.shaper(rate(), 15_000, 200L, LengthAccounting.ETHERNET);
            default ->
                new QueueSettings(
                        Discipline.CODEL, null, null, null, 300_000L, 15_000L, 100_000L, LengthAccounting.ETHERNET);
        };
    }

    private long rate() {
        return random.nextInt(6) == 0 ? SLOW : RATE_STEP * (1 + random.nextInt(5));
    }

    private DropCounts drops() {
        return new DropCounts(random.nextInt(9), random.nextInt(9), random.nextInt(3), random.nextInt(2));
    }

    private Long maybe(boolean seen, int bound) {
        return seen && random.nextInt(5) > 0 ? (Long) (long) random.nextInt(bound) : null;
    }

    /** Hardly two alike, so that each minute has a least one of its own. */
    private Sketch rtt(boolean seen) {
        int count = random.nextInt(40) == 0 ? 250 : random.nextInt(6);
        return seen ? values.sketch(random.longs(count, 1_000, rttBound).toArray()) : Sketch.empty();
    }

    private Sketch times(boolean seen, int bound) {
        if (!seen || random.nextInt(6) == 0) {
            return Sketch.empty();
        }
        int count = random.nextInt(40) == 0 ? 250 : random.nextInt(6);
        return values.sketch(random.longs(count, isNeverEmpty ? bound / 10 : 0, bound)
                .map(value -> !isNeverEmpty && random.nextInt(10) == 0 ? 0 : value)
                .toArray());
    }
}
