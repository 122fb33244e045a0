// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Settings;
import java.util.IdentityHashMap;
import java.util.Set;

/** Which values of which settings stand in the file; the others are computed. */
final class Written {
    private final IdentityHashMap<Settings, Set<String>> names = new IdentityHashMap<>();

    void add(Settings settings, Set<String> writtenNames) {
        names.put(settings, Set.copyOf(writtenNames));
    }

    boolean isComputed(Settings settings, String name) {
        return !names.getOrDefault(settings, Set.of()).contains(name);
    }
}
