// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.WindowFigures;
import org.jspecify.annotations.Nullable;

/** What a window has beside its sums; each is null without a base. See {@link io.sojourn.telemetry.QueueWindow}. */
record Derived(
        @Nullable Double utilisationRatio,
        @Nullable Double throughputMeanBitsPerSecond,
        @Nullable Double dropRatio,
        @Nullable Double markRatio,
        @Nullable Double retransmitRatio,
        WindowFigures figures) {
    static final Derived NONE = new Derived(null, null, null, null, null, WindowFigures.NONE);
}
