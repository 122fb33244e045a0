// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.node.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** A policy file that cannot be used. Carries every problem, not only the first. */
public final class PolicyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    PolicyException(String source, List<YamlProblem> problems) {
        super(problems.stream()
                .map(problem -> source + ": " + problem.line())
                .collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    public List<YamlProblem> problems() {
        return problems;
    }
}
