// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.node.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An experiment, as its folder describes it.
 *
 * @param name that of its folder
 * @param file where it was read
 * @param seeds figures are medians over the seeds from 1 to this
 * @param cases at least one
 * @param expected what its sources say
 * @param warnings what the file says that is allowed, and most likely not meant
 */
public record Scenario(
        String name,
        String title,
        Path file,
        int seeds,
        List<Case> cases,
        Expected expected,
        List<YamlProblem> warnings) {
    public Scenario {
        cases = List.copyOf(cases);
        warnings = List.copyOf(warnings);
    }

    public Optional<Case> find(String caseName) {
        return cases.stream().filter(one -> one.name().equals(caseName)).findFirst();
    }
}
