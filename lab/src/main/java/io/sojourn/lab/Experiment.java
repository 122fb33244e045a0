// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/**
 * One run of the virtual network. The same experiment always has the same outcome.
 *
 * @param seed of all chance: when each flow starts, and microseconds of host time at each sending
 * @param durationNanos virtual time from the first flow's start to the end
 * @param warmUpNanos of it, what is not measured
 * @param flows closed-loop senders, 1 to 64
 */
public record Experiment(
        long seed,
        long durationNanos,
        long warmUpNanos,
        int flows,
        PathSettings path,
        SenderSettings sender,
        BoxSettings box) {
    public static final int FLOWS_LIMIT = 64;

    public Experiment {
        if (flows < 1 || flows > FLOWS_LIMIT) {
            throw new IllegalArgumentException("flows=" + flows + " is not from 1 to " + FLOWS_LIMIT);
        }
        if (warmUpNanos < 0 || durationNanos <= warmUpNanos) {
            throw new IllegalArgumentException(
                    "durationNanos=" + durationNanos + " is not above warmUpNanos=" + warmUpNanos);
        }
    }

    /**
     * A published laboratory: 4 flows between Windows hosts on one 100 Mbit/s interface, 0.2 ms of path, 30 s.
     *
     * @param box a policer or shaper of 20 Mbit/s that counts the Ethernet header
     */
    public static Experiment windowsLab(BoxSettings box) {
        return new Experiment(
                1,
                30_000_000_000L,
                0,
                4,
                new PathSettings(100_000_000, 200_000, 1_514, 0),
                SenderSettings.windowsReno(),
                box);
    }

    /** 4 flows between Linux hosts on a fast interface, 5 ms of path, 20 s. */
    public static Experiment linuxLab(CongestionAlgorithm algorithm, BoxSettings box) {
        return new Experiment(
                1,
                20_000_000_000L,
                0,
                4,
                new PathSettings(1_000_000_000, 5_000_000, 1_514, 0),
                SenderSettings.linux(algorithm),
                box);
    }

    public Experiment withSeed(long other) {
        return new Experiment(other, durationNanos, warmUpNanos, flows, path, sender, box);
    }

    public Experiment withFlows(int count) {
        return new Experiment(seed, durationNanos, warmUpNanos, count, path, sender, box);
    }

    public Experiment withPath(PathSettings other) {
        return new Experiment(seed, durationNanos, warmUpNanos, flows, other, sender, box);
    }

    public Experiment withSender(SenderSettings other) {
        return new Experiment(seed, durationNanos, warmUpNanos, flows, path, other, box);
    }

    /** Another length, without its first part. */
    public Experiment withTime(long newDurationNanos, long newWarmUpNanos) {
        return new Experiment(seed, newDurationNanos, newWarmUpNanos, flows, path, sender, box);
    }
}
