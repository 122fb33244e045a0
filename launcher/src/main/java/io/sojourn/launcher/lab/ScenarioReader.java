// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Problems;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.node.yaml.YamlText;
import io.sojourn.node.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a scenario's files and says everything that is wrong with them at once. */
public final class ScenarioReader {
    static final int SIZE_LIMIT_BYTES = 1 << 20;
    private static final int CASE_LIMIT = 200;
    private static final int TITLE_LIMIT = 200;
    private static final List<String> NETWORK_KEYS = List.of("hops", "flows", "cases");

    private static final Parameter KIND =
            Parameter.word("kind", List.of("network", "forwarding-cost"), "what is measured");
    private static final Parameter SEEDS =
            Parameter.of("seeds", Unit.COUNT, 1, 99, 1, "figures are medians over the seeds from 1 to this");

    static final List<Parameter> KEYS = List.of(KIND, SEEDS);

    private final Path file;
    private final Problems problems = noProblems();
    private final List<YamlProblem> warnings = new ArrayList<>();

    private final boolean toCompare;

    private ScenarioReader(Path file, boolean toCompare) {
        this.file = file;
        this.toCompare = toCompare;
    }

    static Problems noProblems() {
        return new Problems("scenario", "begin with scenario: and the name of its folder");
    }

    /**
     * Reads a scenario, and what is expected of it from the file beside it.
     *
     * @param file scenario.yaml
     * @throws Refusal with every problem of both
     */
    public static Scenario read(Path file) throws IOException {
        return new ScenarioReader(file, true).scenario();
    }

    /**
     * Reads a scenario alone: nothing is expected of it, and a name that is not its folder's is only warned of.
     *
     * @param file scenario.yaml
     * @throws Refusal with every problem
     */
    public static Scenario readToRun(Path file) throws IOException {
        return new ScenarioReader(file, false).scenario();
    }

    private Scenario scenario() throws IOException {
        String text = YamlText.read(file, SIZE_LIMIT_BYTES, problems);
        JsonNode tree = text == null ? null : YamlTree.read(text, problems);
        if (tree == null) {
            throw refusal(List.of());
        }
        YamlSection top = new YamlSection(tree, "", problems);
        if (!top.isMapping()) {
            throw refusal(List.of());
        }
        String name = top.required("scenario", "write the name of its folder", this::name);
        String title = top.required("title", "say in a few words what is shown", ScenarioReader::title);
        Settings settings = Keys.values(top, KEYS);
        boolean isCost = settings.has(KIND) && settings.value(KIND) == 1;
        List<Case> cases = isCost ? cost(top) : network(top);
        Path expectedFile = file.resolveSibling("expected.yaml");
        List<String> names = caseNames(top, cases);
        ExpectedReader expected =
                toCompare ? ExpectedReader.read(expectedFile, names, cases) : ExpectedReader.nothing(names, cases);
        if (!problems.isEmpty() || !expected.problems().isEmpty() || name == null || title == null) {
            throw refusal(lines(expectedFile, expected.problems()));
        }
        return new Scenario(name, title, file, settings.intValue(SEEDS), cases, expected.expected(), warnings);
    }

    private String name(String field, String text) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        String own = folder == null || folder.getFileName() == null
                ? text
                : folder.getFileName().toString();
        String bound = "the name of its folder, " + own;
        String mend = "write scenario: " + own;
        if (!text.equals(own) && toCompare) {
            throw new Mended(text, bound, mend);
        }
        if (text.isBlank()) {
            throw new Mended("\"\"", bound, mend);
        }
        if (!text.equals(own)) {
            warnings.add(new YamlProblem(field, text, bound, mend));
        }
        return text;
    }

    private static String title(String field, String text) {
        if (text.isBlank() || text.length() > TITLE_LIMIT) {
            throw new Mended(text.strip(), "1 to " + TITLE_LIMIT + " characters", "say in a few words what is shown");
        }
        return text.strip();
    }

    private List<Case> cost(YamlSection top) {
        CostCase cost = CostReader.read(top);
        return cost == null ? List.of() : List.of(cost);
    }

    private List<Case> network(YamlSection top) {
        Set<String> known = new HashSet<>(NETWORK_KEYS);
        known.addAll(List.of("scenario", "title"));
        Stream.concat(KEYS.stream(), CaseReader.KEYS.stream()).forEach(parameter -> known.add(parameter.name()));
        top.allow(known);
        ObjectNode base = ((ObjectNode) top.tree()).deepCopy();
        base.remove("cases");
        CaseReader shared = new CaseReader(base);
        var unused = shared.read("");
        CaseProblems found = new CaseProblems(shared);
        List<Case> cases = new ArrayList<>();
        for (String name : patches(top)) {
            YamlSection patch = patch(top, name);
            if (!patch.isMapping()) {
                continue;
            }
            CaseReader reader = new CaseReader(MergePatch.apply(base, patch.tree()));
            NetworkCase read = reader.read(name);
            found.add(name, patch.tree(), reader);
            if (read != null) {
                cases.add(read);
            }
        }
        found.problems().forEach(problems::add);
        warnings.addAll(found.warnings());
        return cases;
    }

    private List<String> patches(YamlSection top) {
        top.problemIfMissing("cases", "add one, as base: {}");
        YamlSection cases = top.sectionOrEmpty("cases");
        if (top.has("cases") && cases.isMapping() && cases.keys().isEmpty()) {
            top.problem("cases", "empty", "at least one", "add one, as base: {}");
        }
        if (cases.keys().size() > CASE_LIMIT) {
            top.problem("cases", cases.keys().size() + " cases", "at most " + CASE_LIMIT, "make two scenarios of it");
            return List.of();
        }
        List<String> names =
                cases.keys().stream().filter(name -> Keys.isName(cases, name)).toList();
        Map<String, String> small = new HashMap<>();
        for (String name : names) {
            String other = small.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                top.problem("cases." + name, name, "unlike " + other + " in more than case", "rename one of them");
            }
        }
        // With no case at all the rest is still looked at.
        return names.isEmpty() ? List.of("") : names;
    }

    private static YamlSection patch(YamlSection top, String name) {
        YamlSection patch = top.sectionOrEmpty("cases").sectionOrEmpty(name);
        if (patch.isMapping()) {
            patch.allow(CaseReader.PATCHED);
        }
        return patch;
    }

    /** Those that are written, whatever is wrong with them. */
    private static List<String> caseNames(YamlSection top, List<Case> cases) {
        YamlSection written = top.mapping("cases");
        return written == null ? cases.stream().map(Case::name).toList() : written.keys();
    }

    private Refusal refusal(List<String> more) {
        return Refusal.wrongInput(Stream.concat(lines(file, problems.found()).stream(), more.stream())
                .collect(Collectors.joining(System.lineSeparator())));
    }

    private static List<String> lines(Path file, List<YamlProblem> problems) {
        return problems.stream()
                .map(problem -> shown(file) + ": " + problem.line())
                .toList();
    }

    /** Relative to the working directory when it is below it. */
    public static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : file.toString();
    }
}
