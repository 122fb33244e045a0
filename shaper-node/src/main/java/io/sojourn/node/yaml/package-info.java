// SPDX-License-Identifier: Apache-2.0
/**
 * Reads YAML documents of ours: every problem at once, each with its place, value, bound and mend; words that are not
 * known with the nearest that is, quantities with their units.
 */
@NullMarked
package io.sojourn.node.yaml;

import org.jspecify.annotations.NullMarked;
