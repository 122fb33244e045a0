// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of a flow window.
 *
 * @param rank 1 for the largest flow, up to {@value #TOP}; 0 for the window as a whole
 * @param flow null at rank 0
 */
record FlowRow(FlowWindow window, int rank, @Nullable FlowSample flow) {
    /** A rank is a tag, so there is a bound. Flows beyond it are only in the whole window's json. */
    static final int TOP = 20;

    static List<FlowRow> of(FlowWindow window) {
        List<FlowRow> rows = new ArrayList<>();
        rows.add(new FlowRow(window, 0, null));
        for (int i = 0; i < Math.min(TOP, window.flows().size()); i++) {
            rows.add(new FlowRow(window, i + 1, window.flows().get(i)));
        }
        return rows;
    }
}
