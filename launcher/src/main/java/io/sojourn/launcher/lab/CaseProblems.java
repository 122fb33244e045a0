// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.node.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** What is wrong with the cases of a scenario, each thing once, where it is written: in a case, or in what all share. */
final class CaseProblems {
    private record Read(String name, JsonNode patch, CaseReader reader) {}

    private final List<Read> cases = new ArrayList<>();

    private final CaseReader shared;

    /** @param shared what all cases share, read as if it were one */
    CaseProblems(CaseReader shared) {
        this.shared = shared;
    }

    void add(String name, JsonNode patch, CaseReader reader) {
        cases.add(new Read(name, patch, reader));
    }

    Set<YamlProblem> problems() {
        return placed(CaseReader::problems);
    }

    Set<YamlProblem> warnings() {
        Set<YamlProblem> warnings = placed(CaseReader::warnings);
        Set<String> unused = new TreeSet<>();
        cases.forEach(one -> unused.addAll(one.reader().unused()));
        cases.forEach(one -> unused.retainAll(one.reader().unused()));
        unused.forEach(hop -> warnings.add(new YamlProblem(
                "hops." + hop, "on no route", "passed by a flow in some case", "take it away, or name it in a route")));
        return warnings;
    }

    private Set<YamlProblem> placed(Function<CaseReader, List<YamlProblem>> kind) {
        Set<YamlProblem> all = new LinkedHashSet<>();
        for (Read one : cases) {
            for (YamlProblem problem : kind.apply(one.reader())) {
                boolean everywhere = kind.apply(shared).contains(problem)
                        || cases.stream()
                                .allMatch(other -> kind.apply(other.reader()).contains(problem));
                all.add(placed(problem, one, everywhere));
            }
        }
        return all;
    }

    private static YamlProblem placed(YamlProblem problem, Read one, boolean everywhere) {
        String path = problem.path();
        if (isIn(path, one.patch())) {
            path = "cases." + one.name() + "." + path;
        } else if (!everywhere) {
            path = path + " (case " + one.name() + ")";
        }
        return new YamlProblem(path, problem.value(), problem.bound(), problem.mend());
    }

    /** Whether the patch itself says what stands at a path: up to its end, or to a value or list that is all new. */
    static boolean isIn(String path, JsonNode patch) {
        JsonNode at = patch;
        for (String key : path.split("[.\\[]", -1)) {
            if (!at.isObject()) {
                return !at.isMissingNode() && !at.isNull();
            }
            at = at.path(key);
        }
        return !at.isMissingNode();
    }
}
