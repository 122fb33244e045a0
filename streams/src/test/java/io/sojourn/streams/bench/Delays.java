// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.util.List;
import java.util.Locale;

/** Exact percentiles of how long something took, in milliseconds. */
record Delays(String name, int queues, int count, long p50Millis, long p95Millis, long p99Millis, long mostMillis) {
    static Delays of(String name, int queues, List<Long> millis) {
        if (millis.isEmpty()) {
            throw new BenchFailure("no " + name + " came");
        }
        List<Long> sorted = millis.stream().sorted().toList();
        return new Delays(
                name,
                queues,
                sorted.size(),
                at(sorted, 0.5),
                at(sorted, 0.95),
                at(sorted, 0.99),
                sorted.get(sorted.size() - 1));
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }

    static String head() {
        return String.format(
                "%10s  %-22s%10s%10s%10s%10s%10s%n",
                "queues", "ms from sample's end", "count", "p50", "p95", "p99", "most");
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%10d  %-22s%10d%10d%10d%10d%10d%n",
                queues,
                name,
                count,
                p50Millis,
                p95Millis,
                p99Millis,
                mostMillis);
    }
}
