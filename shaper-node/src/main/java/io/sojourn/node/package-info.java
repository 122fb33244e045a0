// SPDX-License-Identifier: Apache-2.0
/**
 * The process on a node: where packets, settings and time come from, which settings it takes, and its run from the first
 * packet to the last. What it is to do stands in {@code policy}; what happens to a packet in {@code path}.
 */
@NullMarked
package io.sojourn.node;

import org.jspecify.annotations.NullMarked;
