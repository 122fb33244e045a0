// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.HopPlan;
import java.util.SplittableRandom;

/**
 * Sends packets over several paths, each path in proportion to its weight: equal, or 1/cost.
 *
 * <p>Per packet the path that is furthest behind its share is next; per flow a hash of the flow falls into the shares. Each
 * balancer hashes with a seed of its own: two in a row that choose alike would leave paths of the second without traffic.
 *
 * <p>Error: over any stretch of packets each of two paths is at most one packet off its share; with up to seven paths
 * none was seen more than two off. Weights are whole numbers, so nothing drifts, and the rounding of one is less than
 * 10<sup>-6</sup> of it up to 10<sup>6</sup> times the least cost.
 */
final class Balancer implements Hop {
    /** Of the path of least cost. */
    private static final long FULL_WEIGHT = 1L << 40;

    private final boolean perFlow;
    private final long seed;
    private final long[] weights;
    private final long[] credit;
    private long total;

    Balancer(HopPlan.Balancer plan, long seed) {
        this.seed = seed;
        this.perFlow = switch (plan.by()) {
            case PER_FLOW, PER_FLOW_BY_COST -> true;
            case PER_PACKET, PER_PACKET_BY_COST -> false;
        };
        boolean byCost =
                switch (plan.by()) {
                    case PER_FLOW_BY_COST, PER_PACKET_BY_COST -> true;
                    case PER_FLOW, PER_PACKET -> false;
                };
        long least =
                plan.branches().stream().mapToLong(HopPlan.Branch::cost).min().orElseThrow();
        weights = plan.branches().stream()
                .mapToLong(branch -> byCost ? weight(branch.cost(), least) : 1)
                .toArray();
        credit = new long[weights.length];
        for (long weight : weights) {
            total += weight;
        }
    }

    private static long weight(long cost, long least) {
        return Math.max(1, Math.round((double) FULL_WEIGHT * least / cost));
    }

    @Override
    public void accept(Packet packet, long nowNanos) {
        Step.pass(packet, perFlow ? ofFlow(packet.header.flow()) : next(), nowNanos);
    }

    private int ofFlow(long flow) {
        // What a generator draws first is a hash of its seed, evenly from 0 to 1.
        double place = new SplittableRandom(flow ^ seed).nextDouble() * total;
        int path = 0;
        for (double end = weights[0]; place >= end && path < weights.length - 1; end += weights[path]) {
            path++;
        }
        return path;
    }

    private int next() {
        int most = 0;
        for (int i = 0; i < weights.length; i++) {
            credit[i] += weights[i];
            most = credit[i] > credit[most] ? i : most;
        }
        credit[most] -= total;
        return most;
    }
}
