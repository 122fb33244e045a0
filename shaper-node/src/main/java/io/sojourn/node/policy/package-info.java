// SPDX-License-Identifier: Apache-2.0
/**
 * The policy file: read whole, with every problem at once, and what it comes to: links with their trees, the queues on
 * them, and who goes to which.
 */
@NullMarked
package io.sojourn.node.policy;

import org.jspecify.annotations.NullMarked;
