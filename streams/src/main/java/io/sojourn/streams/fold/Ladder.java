// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The open windows of each size. */
final class Ladder {
    /** The order in which windows close: a window's parts before itself. */
    static final Comparator<OpenWindow> CLOSING_ORDER = Comparator.comparingLong(OpenWindow::closingMillis)
            .thenComparingLong(OpenWindow::endMillis)
            .thenComparingLong(window -> window.size.sizeMillis());

    private final List<WindowSize> sizes;
    private final List<NavigableMap<Long, OpenWindow>> open = new ArrayList<>();

    Ladder(List<WindowSize> sizes) {
        this.sizes = sizes;
        sizes.forEach(size -> open.add(new TreeMap<>()));
    }

    /** The window of a size that holds an instant; opened when it is not there. */
    OpenWindow at(WindowSize size, long millis) {
        long start = size.startOf(millis);
        return of(size).computeIfAbsent(start, s -> new OpenWindow(size, start));
    }

    /** Takes out the first to close of those that are due. */
    Optional<OpenWindow> takeFirst(Predicate<OpenWindow> due) {
        Optional<OpenWindow> first = open.stream()
                .flatMap(windows -> windows.values().stream().filter(due).limit(1))
                .min(CLOSING_ORDER);
        first.ifPresent(window -> of(window.size).remove(window.startMillis));
        return first;
    }

    /** Ascending by start. */
    Iterable<OpenWindow> all(WindowSize size) {
        return of(size).values();
    }

    boolean isEmpty() {
        return open.stream().allMatch(NavigableMap::isEmpty);
    }

    int count() {
        return open.stream().mapToInt(NavigableMap::size).sum();
    }

    private NavigableMap<Long, OpenWindow> of(WindowSize size) {
        return open.get(sizes.indexOf(size));
    }
}
