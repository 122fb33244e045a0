// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import org.jspecify.annotations.Nullable;

/**
 * One class of a classful qdisc.
 *
 * @param classId "1:10"
 * @param parent "1:1", null for a class at the root
 * @param rateBitsPerSecond what it is sure of
 * @param ceilBitsPerSecond what it may borrow up to
 * @param ceilBurstBytes bucket of the ceiling
 * @param counters null where tc prints none (TBF's one class)
 */
public record TcClass(
        String kind,
        String classId,
        @Nullable String parent,
        @Nullable Long rateBitsPerSecond,
        @Nullable Long ceilBitsPerSecond,
        @Nullable Long ceilBurstBytes,
        @Nullable TcCounters counters) {}
