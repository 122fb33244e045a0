// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import java.util.List;

/**
 * One run of the virtual network. The same plan has the same outcome on every machine.
 *
 * @param seed of all chance
 * @param durationNanos virtual time from 0 to the end
 * @param warmUpNanos of it, what is not measured
 * @param hops each with a name of its own
 * @param flows each with a name of its own
 */
public record Plan(long seed, long durationNanos, long warmUpNanos, List<HopPlan> hops, List<FlowPlan> flows) {
    public Plan {
        hops = List.copyOf(hops);
        flows = List.copyOf(flows);
        if (warmUpNanos < 0 || durationNanos <= warmUpNanos) {
            throw new IllegalArgumentException(
                    "durationNanos=" + durationNanos + " is not above warmUpNanos=" + warmUpNanos);
        }
    }

    public Plan withSeed(long other) {
        return new Plan(other, durationNanos, warmUpNanos, hops, flows);
    }

    /** Another length, without its first part. */
    public Plan withTime(long newDurationNanos, long newWarmUpNanos) {
        return new Plan(seed, newDurationNanos, newWarmUpNanos, hops, flows);
    }
}
