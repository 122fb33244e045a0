// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

/** One packet of made-up traffic. Its handle is its place in the list. */
public record Arrival(long atNanos, int lengthBytes) {}
