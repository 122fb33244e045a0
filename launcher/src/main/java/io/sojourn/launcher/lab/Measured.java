// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import java.util.OptionalDouble;

/** What one run of a case gave. */
public sealed interface Measured permits NetworkRun, CostRun {
    /** Runs a case once. */
    static Measured of(Case one, long seed, Headway headway) {
        return one instanceof NetworkCase network
                ? NetworkRun.of(network, seed, headway)
                : new ForwardingCost((CostCase) one).measure();
    }

    /** Runs a case once, to be drawn if it is one of a network. */
    static Measured drawn(Case one, long seed, Headway headway) {
        return one instanceof NetworkCase network ? NetworkRun.drawn(network, seed, headway) : of(one, seed, headway);
    }

    /**
     * A figure by its name; empty where there is no sample.
     *
     * @throws IllegalArgumentException when the case has none of that name
     */
    OptionalDouble value(String metric);
}
