// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

/** One variant of a scenario. */
public sealed interface Case permits NetworkCase, CostCase {
    String name();
}
