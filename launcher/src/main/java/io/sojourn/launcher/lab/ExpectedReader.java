// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.launcher.lab.Expected.Figure;
import io.sojourn.launcher.lab.Expected.NotReproduced;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Problems;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.node.yaml.YamlText;
import io.sojourn.node.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads expected.yaml. */
final class ExpectedReader {
    private static final int FIGURE_LIMIT = 1_000;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,12}(?:\\.[0-9]{1,9})?");
    private static final Set<String> FIGURE_KEYS = Set.of("case", "metric", "published", "band", "source", "note");

    private final Problems problems = new Problems("expected", "begin with figures:");
    private final List<String> names;
    private final Map<String, Case> cases = new HashMap<>();
    private Expected expected = Expected.NOTHING;

    private ExpectedReader(List<String> names, List<Case> cases) {
        this.names = names;
        cases.forEach(one -> this.cases.put(one.name(), one));
    }

    /**
     * Reads what is expected; nothing when there is no such file.
     *
     * @param names of all cases
     * @param cases those that could be read
     */
    static ExpectedReader read(Path file, List<String> names, List<Case> cases) throws IOException {
        ExpectedReader reader = new ExpectedReader(names, cases);
        if (!Files.exists(file)) {
            return reader;
        }
        String text = YamlText.read(file, ScenarioReader.SIZE_LIMIT_BYTES, reader.problems);
        JsonNode tree = text == null ? null : YamlTree.read(text, reader.problems);
        if (tree != null) {
            reader.read(new YamlSection(tree, "", reader.problems));
        }
        return reader;
    }

    /** Of a scenario that nobody compares. */
    static ExpectedReader nothing(List<String> names, List<Case> cases) {
        return new ExpectedReader(names, cases);
    }

    List<YamlProblem> problems() {
        return problems.found();
    }

    Expected expected() {
        return expected;
    }

    private void read(YamlSection top) {
        if (!top.isMapping()) {
            return;
        }
        top.allow(Set.of("figures", "notReproduced"));
        List<Figure> figures = new ArrayList<>();
        List<YamlSection> sections = top.sectionsIfAny("figures");
        if (sections.size() > FIGURE_LIMIT) {
            top.problem("figures", sections.size() + " figures", "at most " + FIGURE_LIMIT, "leave some out");
            return;
        }
        for (YamlSection section : sections) {
            Figure figure = section.isMapping() ? figure(section) : null;
            if (figure != null && isNew(figure, figures, section)) {
                figures.add(figure);
            }
        }
        List<NotReproduced> not = new ArrayList<>();
        for (YamlSection section : top.sectionsIfAny("notReproduced")) {
            section.allow(Set.of("what", "why"));
            String what = section.required("what", "say what", ExpectedReader::text);
            String why = section.required("why", "say why", ExpectedReader::text);
            if (what != null && why != null) {
                not.add(new NotReproduced(what, why));
            }
        }
        expected = new Expected(figures, not);
    }

    private static boolean isNew(Figure figure, List<Figure> before, YamlSection section) {
        boolean isNew = before.stream()
                .noneMatch(other ->
                        other.cases().equals(figure.cases()) && other.metric().equals(figure.metric()));
        if (!isNew) {
            section.problem(
                    section.at("metric"),
                    figure.metric() + " of " + figure.cases() + " again",
                    "one that no figure before has",
                    "take one of the two away");
        }
        return isNew;
    }

    private @Nullable Figure figure(YamlSection section) {
        int before = section.problems();
        section.allow(FIGURE_KEYS);
        String[] two = caseNames(section);
        String metric = section.required("metric", "write it as tcp.goodputMbit", ExpectedReader::text);
        String source = section.required("source", "say where it is printed", ExpectedReader::text);
        List<Double> band = band(section);
        if (metric != null) {
            check(section, two, metric);
        }
        if (section.problems() > before || metric == null || source == null) {
            return null;
        }
        String note = section.text("note");
        return new Figure(
                two[0],
                two.length == 2 ? two[1] : null,
                metric,
                section.text("published"),
                band.get(0),
                band.get(1),
                source,
                note == null ? "" : note);
    }

    /** One or two; may be left out where there is only one. */
    private String[] caseNames(YamlSection section) {
        if (!section.has("case") && names.size() == 1) {
            return new String[] {names.get(0)};
        }
        String mend = "name a case, or two with / between them";
        String written = section.required("case", mend, ExpectedReader::text);
        String[] two = written == null ? new String[0] : written.split("/", -1);
        if (two.length > 2) {
            section.problem(section.at("case"), String.valueOf(written), "one case, or two with / between them", mend);
            return new String[0];
        }
        return two;
    }

    private static List<Double> band(YamlSection section) {
        int before = section.problems();
        String mend = "write it as [16.5, 18.5]";
        section.problemIfMissing("band", mend);
        List<Double> band = section.values("band", mend, ExpectedReader::number);
        if (section.problems() == before && (band.size() != 2 || band.get(0) > band.get(1))) {
            section.problem(section.at("band"), band.toString(), "a list of two, low and high", mend);
        }
        return band;
    }

    /** Whether the cases are there and have the metric; of a case that could not be read nothing is known. */
    private void check(YamlSection section, String[] caseNames, String metric) {
        for (String name : caseNames) {
            try {
                Keys.named(name, "case", names);
            } catch (Mended e) {
                section.problem(section.at("case"), e.value(), e.bound(), e.mend());
                return;
            }
        }
        for (String name : caseNames) {
            Case one = cases.get(name);
            try {
                if (one instanceof NetworkCase network) {
                    var unused = new Metrics(network).find(metric);
                } else if (one instanceof CostCase cost) {
                    CostRun.check(cost, metric);
                }
            } catch (Mended e) {
                section.problem(section.at("metric"), e.value(), e.bound(), e.mend());
                return;
            }
        }
    }

    private static String text(String field, String text) {
        if (text.isBlank()) {
            throw new Mended("\"\"", "given", "write it");
        }
        return text.strip();
    }

    private static Double number(String field, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new Mended(text, "a number without unit", "write it as 17.1: the metric's name says the unit");
        }
        return Double.valueOf(text);
    }
}
