// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Registry;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads disciplines and their settings. Which there are, and what can be set on them, is the registry's: nothing here
 * knows any one of them.
 */
final class SettingReader {
    static final String DISCIPLINE = "discipline";
    /** Of a discipline that is not known. */
    static final Settings NONE = Settings.of(List.of(), Map.of(), new LinkFacts(LinkFacts.UNLIMITED, 1));

    /** What stands beside a discipline, and is sometimes written into its mapping. */
    private static final Set<String> BESIDE_QUEUE = Set.of("classes", "meters", "bounds", "shaper", "rate");

    private final Written written;

    SettingReader(Written written) {
        this.written = written;
    }

    /** The discipline that a section names; null when there is none such. */
    <T extends DisciplineType> @Nullable T type(YamlSection section, Class<T> kind, @Nullable String byDefault) {
        List<String> known =
                Registry.types(kind).stream().map(DisciplineType::name).toList();
        if (!section.has(DISCIPLINE) && byDefault != null) {
            return Registry.find(kind, byDefault).orElse(null);
        }
        String name = section.required(DISCIPLINE, "name it: " + String.join(", ", known), (field, text) -> {
            if (!known.contains(text)) {
                throw new Mended(
                        text,
                        "one of " + String.join(", ", known),
                        Nearest.hint(text, known).orElseGet(() -> otherKind(text)));
            }
            return text;
        });
        return name == null ? null : Registry.find(kind, name).orElse(null);
    }

    /** What there is of that name under another key. */
    private static String otherKind(String text) {
        for (DisciplineType type : Registry.types()) {
            if (type.name().equals(text)) {
                return "write it under " + key(type);
            }
        }
        return "name one of them";
    }

    private static String key(DisciplineType type) {
        if (type instanceof DisciplineType.QueueType) {
            return "queue";
        }
        if (type instanceof DisciplineType.SchedulerType) {
            return "scheduler";
        }
        return type instanceof DisciplineType.ShaperType ? "shaper" : "meters";
    }

    /**
     * Values for all parameters, from the keys of their names. One that is wrong, or would be computed from what is wrong,
     * has no value.
     *
     * @param otherKeys keys of the section that are no settings
     */
    Settings settings(YamlSection section, DisciplineType type, LinkFacts facts, Set<String> otherKeys) {
        Set<String> known = new HashSet<>(otherKeys);
        known.add(DISCIPLINE);
        type.parameters().forEach(parameter -> known.add(parameter.name()));
        section.allow(known, SettingReader::besideQueue);
        return settings(section, type.parameters(), type.check(), facts);
    }

    private static Optional<String> besideQueue(String key) {
        return Nearest.to(key, BESIDE_QUEUE)
                .map(meant -> "did you mean " + meant + "? it stands beside queue or scheduler");
    }

    /** As above, for the settings of a class, whose keys have been looked at. */
    Settings settings(YamlSection section, List<Parameter> parameters, DisciplineType.Check check, LinkFacts facts) {
        Set<String> wrong = new HashSet<>();
        Map<String, Long> given = given(section, parameters, wrong);
        List<Problem> found = new ArrayList<>();
        Settings settings = Settings.of(parameters, given, wrong, facts, found);
        found.addAll(check.problems(settings, facts));
        shallow(parameters, given, facts, found);
        found.forEach(problem -> tell(section, problem));
        written.add(settings, given.keySet());
        return settings;
    }

    /** Passes a problem of the engine on, with the value as it was written; the first of a key is enough. */
    static void tell(YamlSection section, Problem problem) {
        String text = section.word(problem.parameter());
        if (section.isTold(problem.parameter())) {
            return;
        }
        section.problem(
                section.at(problem.parameter()),
                text == null ? problem.value() : text,
                problem.bound(),
                problem.mend());
    }

    private static Map<String, Long> given(YamlSection section, List<Parameter> parameters, Set<String> wrong) {
        Map<String, Long> given = new HashMap<>();
        for (Parameter parameter : parameters) {
            String mend = "write " + Quantity.example(parameter);
            if (!section.isMapping()) {
                wrong.add(parameter.name());
            } else if (section.has(parameter.name())) {
                Long value =
                        section.value(parameter.name(), mend, (field, text) -> Quantity.parse(parameter, field, text));
                if (value == null) {
                    wrong.add(parameter.name());
                } else {
                    given.put(parameter.name(), value);
                }
            } else if (parameter.isRequired()) {
                wrong.add(parameter.name());
                if (!section.isTold(parameter.name())) {
                    section.problem(
                            section.at(parameter.name()), "missing", "given", mend + ": " + parameter.meaning());
                }
            }
        }
        return given;
    }

    /** RFC 2697 section 2: a burst size "should be larger than or equal to the size of the largest possible packet". */
    private static void shallow(
            List<Parameter> parameters, Map<String, Long> given, LinkFacts facts, List<Problem> found) {
        for (Parameter parameter : parameters) {
            Long value = given.get(parameter.name());
            boolean isDepth = parameter.unit() == Unit.BYTES
                    && parameter.name().toLowerCase(java.util.Locale.ROOT).endsWith("burst");
            boolean told =
                    found.stream().anyMatch(problem -> problem.parameter().equals(parameter.name()));
            if (isDepth && !told && value != null && value > 0 && value < facts.mtuBytes()) {
                found.add(new Problem(
                        parameter.name(),
                        parameter.text(value),
                        "at least one packet, " + facts.mtuBytes() + "B",
                        "raise it to at least one packet"));
            }
        }
    }
}
