// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The usual laboratory: flows of one kind on one access link, one box, one delay both ways.
 *
 * @param seed of all chance
 * @param flows TCP flows, group {@value #FLOWS}, which start within 10 ms of each other
 * @param accessBitsPerSecond of the interface that they share before the box
 * @param baseRttNanos propagation both ways
 * @param box its name is taken as it is
 * @param floodBitsPerSecond constant traffic through the box that answers to nothing, IP bytes counted, group
 *     {@value #FLOOD}; 0 for none
 */
public record Dumbbell(
        long seed,
        long durationNanos,
        long warmUpNanos,
        int flows,
        long accessBitsPerSecond,
        long baseRttNanos,
        Traffic.Bulk traffic,
        HopPlan.Box box,
        long floodBitsPerSecond) {
    public static final String FLOWS = "tcp";
    public static final String FLOOD = "flood";

    private static final int START_SPREAD_NANOS = 10_000_000;
    /** Host time before a sending, at most. */
    private static final int HOST_NANOS = 20_000;

    private static final int FLOOD_IP_BYTES = 1_500;

    /** 4 flows between Windows hosts on one 100 Mbit/s interface, 0.2 ms of path, 30 s: a published laboratory. */
    public static Dumbbell windows(HopPlan.Box box) {
        return new Dumbbell(
                1,
                30_000_000_000L,
                0,
                4,
                100_000_000,
                200_000,
                new Traffic.Bulk(TcpSettings.windowsReno(), null),
                box,
                0);
    }

    /** 4 flows between Linux hosts on a fast interface, 5 ms of path, 20 s. */
    public static Dumbbell linux(TcpSettings.Algorithm algorithm, HopPlan.Box box) {
        return new Dumbbell(
                1,
                20_000_000_000L,
                0,
                4,
                1_000_000_000,
                5_000_000,
                new Traffic.Bulk(TcpSettings.linux(algorithm), null),
                box,
                0);
    }

    public Dumbbell withSeed(long other) {
        return new Dumbbell(
                other,
                durationNanos,
                warmUpNanos,
                flows,
                accessBitsPerSecond,
                baseRttNanos,
                traffic,
                box,
                floodBitsPerSecond);
    }

    public Dumbbell withTraffic(Traffic.Bulk other) {
        return new Dumbbell(
                seed,
                durationNanos,
                warmUpNanos,
                flows,
                accessBitsPerSecond,
                baseRttNanos,
                other,
                box,
                floodBitsPerSecond);
    }

    /** Another length, without its first part. */
    public Dumbbell withTime(long newDurationNanos, long newWarmUpNanos) {
        return new Dumbbell(
                seed,
                newDurationNanos,
                newWarmUpNanos,
                flows,
                accessBitsPerSecond,
                baseRttNanos,
                traffic,
                box,
                floodBitsPerSecond);
    }

    public Plan plan() {
        SplittableRandom random = new SplittableRandom(seed);
        List<HopPlan> hops = List.of(
                HopPlan.Line.access("access", accessBitsPerSecond, HOST_NANOS),
                box,
                HopPlan.Line.delay("there", baseRttNanos / 2),
                HopPlan.Line.delay("back", baseRttNanos - baseRttNanos / 2));
        List<FlowPlan> all = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            all.add(new FlowPlan(
                    FLOWS + "-" + (i + 1),
                    FLOWS,
                    traffic,
                    List.of("access", box.name(), "there"),
                    List.of("back"),
                    Headers.tcp(i),
                    random.nextInt(START_SPREAD_NANOS),
                    Long.MAX_VALUE));
        }
        if (floodBitsPerSecond > 0) {
            all.add(new FlowPlan(
                    FLOOD,
                    FLOOD,
                    new Traffic.ConstantRate(floodBitsPerSecond, FLOOD_IP_BYTES, 0.5),
                    List.of(box.name(), "there"),
                    List.of(),
                    Headers.udp(flows),
                    0,
                    Long.MAX_VALUE));
        }
        return new Plan(seed, durationNanos, warmUpNanos, hops, all);
    }
}
