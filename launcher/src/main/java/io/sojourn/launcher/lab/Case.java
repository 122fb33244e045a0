// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

/** One variant of a scenario. */
public sealed interface Case permits NetworkCase, CostCase {
    String name();

    /** Virtual time of one run; 0 where it runs in the time of the machine. */
    long durationNanos();
}
