// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Of several records of one thing, the latest. Keeps the order in which the things were first met. */
final class Latest<R> {
    /** Windows that an operator looks at first: short enough to be news, long enough to be steady. */
    static final long STATUS_SIZE_MILLIS = 10_000;

    /** Whether the first takes the place of the second. */
    @FunctionalInterface
    interface Later<R> {
        boolean test(R candidate, R kept);
    }

    private final Function<R, ?> identity;
    private final Later<R> later;
    private final Map<Object, R> kept = new LinkedHashMap<>();

    Latest(Function<R, ?> identity, Later<R> later) {
        this.identity = identity;
        this.later = later;
    }

    static <R> List<R> of(List<R> records, Function<R, ?> identity, Later<R> later) {
        Latest<R> latest = new Latest<>(identity, later);
        records.forEach(latest::add);
        return new ArrayList<>(latest.values());
    }

    void add(R candidate) {
        kept.merge(identity.apply(candidate), candidate, (old, fresh) -> later.test(fresh, old) ? fresh : old);
    }

    Collection<R> values() {
        return kept.values();
    }

    long count(Predicate<R> wanted) {
        return kept.values().stream().filter(wanted).count();
    }

    /** Findings of one queue follow one another, and so do the versions of one finding. */
    static boolean later(Finding a, Finding b) {
        return a.sinceMillis() != b.sinceMillis() ? a.sinceMillis() > b.sinceMillis() : a.version() > b.version();
    }

    static boolean later(Recommendation a, Recommendation b) {
        return a.version() > b.version();
    }

    /** The end of an incident comes after its beginning. */
    static boolean later(Incident a, Incident b) {
        return a.sinceMillis() != b.sinceMillis() ? a.sinceMillis() > b.sinceMillis() : b.open() && !a.open();
    }

    /** By node and queue: the window of the size to show, or the smallest there is, and the open finding. */
    static List<QueueStatus> statuses(List<QueueWindow> windows, List<Finding> open) {
        Map<List<String>, QueueStatus> statuses = new TreeMap<>(
                Comparator.<List<String>, String>comparing(key -> key.get(0)).thenComparing(key -> key.get(1)));
        for (QueueWindow window : of(windows, w -> List.of(w.node(), w.queue()), Latest::showsBetter)) {
            statuses.put(
                    List.of(window.node(), window.queue()),
                    new QueueStatus(window.node(), window.queue(), window, null));
        }
        for (Finding finding : open) {
            statuses.merge(
                    List.of(finding.node(), finding.queue()),
                    new QueueStatus(finding.node(), finding.queue(), null, finding),
                    (a, b) -> new QueueStatus(a.node(), a.queue(), a.window(), finding));
        }
        return List.copyOf(statuses.values());
    }

    private static boolean showsBetter(QueueWindow a, QueueWindow b) {
        if (a.sizeMillis() == b.sizeMillis()) {
            return a.startMillis() > b.startMillis();
        }
        return a.sizeMillis() == STATUS_SIZE_MILLIS
                || (b.sizeMillis() != STATUS_SIZE_MILLIS && a.sizeMillis() < b.sizeMillis());
    }
}
