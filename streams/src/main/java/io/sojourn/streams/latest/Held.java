// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.streams.fold.NodeState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is held of one node: the newest final windows of each size, and the newest so far where they are newer.
 *
 * @param newest at most two a size
 */
record Held(NodeState state, long lateBatches, List<WindowBatch> newest) {
    private static final Comparator<QueueWindow> IN_ORDER = Comparator.comparing(QueueWindow::queue)
            .thenComparing(QueueWindow::sizeMillis)
            .thenComparing(QueueWindow::startMillis);

    static Held of(NodeState state) {
        return new Held(state, 0, List.of());
    }

    Held heard(NodeState now, long late) {
        return new Held(now, lateBatches + late, newest);
    }

    /** With these windows in place of those that they follow. */
    Held with(WindowBatch batch) {
        List<WindowBatch> next = new ArrayList<>(newest.size() + 1);
        for (WindowBatch held : newest) {
            if (!follows(batch, held)) {
                if (follows(held, batch)) {
                    return this;
                }
                next.add(held);
            }
        }
        next.add(batch);
        return new Held(state, lateBatches, Collections.unmodifiableList(next));
    }

    /** A final one takes the place of all of its size up to its start; one so far, only that of one so far. */
    private static boolean follows(WindowBatch later, WindowBatch earlier) {
        return later.sizeMillis() == earlier.sizeMillis()
                && later.startMillis() >= earlier.startMillis()
                && (later.stage() == earlier.stage() || later.stage() == Stage.FINAL);
    }

    /** What a page may take of it: of each batch no more queues than the page holds. */
    LatestNode read(WindowsQuery query) {
        List<QueueWindow> windows = new ArrayList<>();
        if (query.withWindows()) {
            String after = state.node().equals(query.afterNode()) ? query.afterQueue() : null;
            for (WindowBatch batch : newest) {
                if (query.sizeMillis() == null || query.sizeMillis() == batch.sizeMillis()) {
                    windows.addAll(part(batch.windows(), query.queue(), after, query.limit() + 1));
                }
            }
            windows.sort(IN_ORDER);
        }
        @Nullable Long nodeTime = state.nodeTimeMillis() == Long.MIN_VALUE ? null : state.nodeTimeMillis();
        return new LatestNode(
                state.node(), nodeTime, state.offset().millis(), lateBatches, state.missingBatches(), windows);
    }

    /** Windows stand by queue, ascending. */
    private static List<QueueWindow> part(
            List<QueueWindow> windows, @Nullable String queue, @Nullable String after, int most) {
        if (queue != null) {
            int at = place(windows, queue);
            return at >= 0 ? windows.subList(at, at + 1) : List.of();
        }
        int at = after == null ? -1 : place(windows, after);
        int from = at >= 0 ? at + 1 : -at - 1;
        return windows.subList(from, Math.min(windows.size(), from + most));
    }

    /** Where the queue stands; when it does not, {@code -place - 1} of where it would. */
    private static int place(List<QueueWindow> windows, String queue) {
        int low = 0;
        int high = windows.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = windows.get(middle).queue().compareTo(queue);
            if (order == 0) {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return -low - 1;
    }
}
