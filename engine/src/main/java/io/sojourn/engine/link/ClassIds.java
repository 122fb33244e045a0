// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import java.util.HashMap;
import java.util.Map;

/** Numbers for the names of leaf classes. A name keeps its number for as long as the link lives, so counters go on. */
final class ClassIds {
    private final Map<String, Integer> ids = new HashMap<>();

    int of(String name) {
        return ids.computeIfAbsent(name, unknown -> ids.size());
    }

    /** One more than the highest number given. */
    int limit() {
        return ids.size();
    }
}
