// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import java.util.List;

/**
 * All that the fold knows of a parent besides what its windows hold.
 *
 * @param timeMillis greatest end of a part; {@link Long#MIN_VALUE} before the first
 * @param closedUntil windows closed early, see {@link ScopeFold#idle}
 */
public record ScopeState(long timeMillis, List<ClosedUntil> closedUntil) {
    public static final ScopeState FRESH = new ScopeState(Long.MIN_VALUE, List.of());

    public ScopeState {
        closedUntil = List.copyOf(closedUntil);
    }

    ScopeState with(long endMillis) {
        return endMillis <= timeMillis ? this : new ScopeState(endMillis, closedUntil);
    }

    ScopeState withClosedUntil(List<WindowSize> sizes, WindowSize size, long endMillis) {
        return new ScopeState(timeMillis, ClosedUntil.with(closedUntil, sizes, size, endMillis));
    }

    /** Whether the window is closed: the parent's time is at its end plus the grace, or it was closed early. */
    boolean isClosed(WindowSize size, long startMillis) {
        return timeMillis >= size.closingMillis(startMillis)
                || startMillis + size.sizeMillis() <= ClosedUntil.of(closedUntil, size);
    }
}
