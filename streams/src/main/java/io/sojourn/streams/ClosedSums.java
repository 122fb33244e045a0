// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Windows of many parents that closed in one step, together where they are of one size, start and bucket. */
final class ClosedSums {
    private final Map<At, List<QueueWindow>> windows = new TreeMap<>(Comparator.comparingLong(At::closingMillis)
            .thenComparingLong(at -> at.size().sizeMillis())
            .thenComparingLong(At::startMillis)
            .thenComparing(At::bucket));

    void add(String bucket, Closed closed) {
        windows.computeIfAbsent(new At(bucket, closed.size(), closed.startMillis()), at -> new ArrayList<>())
                .addAll(closed.sums());
    }

    void putOut(WindowSink sink, long observedMillis) {
        windows.forEach((at, sums) -> {
            sums.sort(Comparator.comparing(QueueWindow::scope)
                    .thenComparing(QueueWindow::node)
                    .thenComparing(QueueWindow::queue));
            Closed closed = new Closed(at.size(), at.startMillis(), List.of(), List.of(), sums, List.of());
            sink.closed(at.bucket(), closed, null, observedMillis);
        });
    }

    /** Which windows. */
    private record At(String bucket, WindowSize size, long startMillis) {
        long closingMillis() {
            return size.closingMillis(startMillis);
        }
    }
}
