// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

/**
 * Windows of one size that were closed before the node's time called for it: those that end here or earlier.
 *
 * @param endMillis end of the last of them
 */
public record ClosedUntil(long sizeMillis, long endMillis) {}
