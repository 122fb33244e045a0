// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with one file, in the order in which it was found. */
final class Problems {
    private final List<PolicyProblem> found = new ArrayList<>();
    private final Set<String> paths = new HashSet<>();

    void add(PolicyProblem problem) {
        found.add(problem);
        paths.add(problem.path());
    }

    /** Whether something is wrong with just this place already, so that what follows from it need not be said. */
    boolean has(String path) {
        return paths.contains(path);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    int size() {
        return found.size();
    }

    List<PolicyProblem> found() {
        return found;
    }
}
