// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with one document, in the order in which it was found. */
public final class Problems {
    private final String document;
    private final String beginning;
    private final List<YamlProblem> found = new ArrayList<>();
    private final Set<String> paths = new HashSet<>();

    /**
     * None yet.
     *
     * @param document what it is: "policy"
     * @param beginning how one begins, for whoever gave something else: "begin with node: and the node's name"
     */
    public Problems(String document, String beginning) {
        this.document = document;
        this.beginning = beginning;
    }

    String document() {
        return document;
    }

    String beginning() {
        return beginning;
    }

    public void add(YamlProblem problem) {
        found.add(problem);
        paths.add(problem.path());
    }

    /** Whether something is wrong with just this place already, so that what follows from it need not be said. */
    public boolean has(String path) {
        return paths.contains(path);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public int size() {
        return found.size();
    }

    public List<YamlProblem> found() {
        return List.copyOf(found);
    }
}
