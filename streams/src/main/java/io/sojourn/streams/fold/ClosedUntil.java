// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import java.util.ArrayList;
import java.util.List;

/**
 * Windows of one size that were closed before their owner's time called for it: those that end here or earlier.
 *
 * @param endMillis end of the last of them
 */
public record ClosedUntil(long sizeMillis, long endMillis) {
    /** The end of the last that was closed early; {@link Long#MIN_VALUE} when none was. */
    static long of(List<ClosedUntil> all, WindowSize size) {
        for (ClosedUntil each : all) {
            if (each.sizeMillis == size.sizeMillis()) {
                return each.endMillis;
            }
        }
        return Long.MIN_VALUE;
    }

    /** With windows of every size up to this one closed until their end, at the least. */
    static List<ClosedUntil> with(List<ClosedUntil> all, List<WindowSize> sizes, WindowSize size, long endMillis) {
        List<ClosedUntil> next = new ArrayList<>();
        for (WindowSize each : sizes) {
            long before = of(all, each);
            long end = each.sizeMillis() <= size.sizeMillis() ? Math.max(before, endMillis) : before;
            if (end != Long.MIN_VALUE) {
                next.add(new ClosedUntil(each.sizeMillis(), end));
            }
        }
        return next;
    }
}
