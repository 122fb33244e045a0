// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import java.util.List;

/**
 * What it costs the engine to forward a packet behind lists of rules of which only the last takes it.
 *
 * @param rules lengths of the lists, ascending, the first of them 1
 * @param packets forwarded in each round
 */
public record CostCase(String name, List<Integer> rules, int packets) implements Case {
    public CostCase {
        rules = List.copyOf(rules);
    }

    @Override
    public long durationNanos() {
        return 0;
    }
}
