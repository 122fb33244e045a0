// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many requests were answered, by class of status (RFC 9110 section 15). */
final class RequestCounts {
    private static final int LOWEST = 2;
    private static final int HIGHEST = 5;

    private final AtomicLongArray byClass = new AtomicLongArray(HIGHEST + 1);

    /** @param status 200 to 599 */
    void answered(int status) {
        byClass.incrementAndGet(status / 100);
    }

    /** "2xx" to "5xx". */
    Map<String, Long> snapshot() {
        Map<String, Long> named = new TreeMap<>();
        for (int i = LOWEST; i <= HIGHEST; i++) {
            named.put(i + "xx", byClass.get(i));
        }
        return named;
    }
}
