// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.HopPlan;

/**
 * Sends packets over several paths, each path in proportion to its weight: equal, or 1/cost.
 *
 * <p>Per packet the path that is furthest behind its share is next, so that shares are exact over any stretch; per flow
 * a hash of the flow falls into the shares.
 */
final class Balancer implements Hop {
    private final boolean perFlow;
    private final double[] shares;
    private final double[] credit;

    Balancer(HopPlan.Balancer plan) {
        this.perFlow = switch (plan.by()) {
            case PER_FLOW, PER_FLOW_BY_COST -> true;
            case PER_PACKET, PER_PACKET_BY_COST -> false;
        };
        boolean byCost =
                switch (plan.by()) {
                    case PER_FLOW_BY_COST, PER_PACKET_BY_COST -> true;
                    case PER_FLOW, PER_PACKET -> false;
                };
        shares = new double[plan.branches().size()];
        credit = new double[shares.length];
        double total = 0;
        for (HopPlan.Branch branch : plan.branches()) {
            total += byCost ? 1.0 / branch.cost() : 1;
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] = (byCost ? 1.0 / plan.branches().get(i).cost() : 1) / total;
        }
    }

    @Override
    public void accept(Packet packet, long nowNanos) {
        Step.pass(packet, perFlow ? ofFlow(packet.header.flow()) : next(), nowNanos);
    }

    private int ofFlow(long hash) {
        double place = (hash >>> 11) * 0x1p-53;
        for (int i = 0; i < shares.length - 1; i++) {
            place -= shares[i];
            if (place < 0) {
                return i;
            }
        }
        return shares.length - 1;
    }

    private int next() {
        int most = 0;
        for (int i = 0; i < shares.length; i++) {
            credit[i] += shares[i];
            most = credit[i] > credit[most] + 1e-9 ? i : most;
        }
        credit[most] -= 1;
        return most;
    }
}
