// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Reads keys of a scenario's sections. */
final class Keys {
    /** Nothing here is computed from a link. */
    private static final LinkFacts NO_LINK = new LinkFacts(LinkFacts.UNLIMITED, 1);

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private Keys() {}

    /**
     * Values of all parameters, with defaults; one that is wrong has none.
     *
     * @param others keys that the section may have beside them
     */
    static Settings read(YamlSection section, List<Parameter> parameters, String... others) {
        Set<String> known = new HashSet<>(List.of(others));
        parameters.forEach(parameter -> known.add(parameter.name()));
        section.allow(known);
        return values(section, parameters);
    }

    /** As above, of a section whose keys have been looked at. */
    static Settings values(YamlSection section, List<Parameter> parameters) {
        Map<String, Long> given = new HashMap<>();
        Set<String> wrong = new HashSet<>();
        for (Parameter parameter : parameters) {
            String mend = "write " + Quantity.example(parameter);
            Long value = parameter.isRequired()
                    ? section.required(parameter.name(), mend, (field, text) -> value(parameter, field, text))
                    : section.value(parameter.name(), mend, (field, text) -> value(parameter, field, text));
            if (value != null) {
                given.put(parameter.name(), value);
            } else if (section.has(parameter.name()) || parameter.isRequired()) {
                wrong.add(parameter.name());
            }
        }
        return Settings.of(parameters, given, wrong, NO_LINK, new ArrayList<>());
    }

    private static long value(Parameter parameter, String field, String text) {
        if (text.startsWith("-")) {
            throw new Mended(text, Quantity.range(parameter), "choose one in between");
        }
        return Quantity.parse(parameter, field, text);
    }

    /** Whether the key may be a name; that it may not is a problem. */
    static boolean isName(YamlSection section, String key) {
        if (NAME.matcher(key).matches()) {
            return true;
        }
        section.problem(
                section.at(key),
                key,
                "a letter, then letters, digits, - and _, 64 at most",
                "rename it: metrics have dots between names");
        return false;
    }

    /** A list of names, or one alone; that it is missing or empty is a problem. */
    static List<String> names(YamlSection section, String key, UnaryOperator<String> reader) {
        section.problemIfMissing(key, "write it as [access, wan]");
        return section.values(key, "write it as [access, wan]", (field, text) -> reader.apply(text));
    }

    /** The name of one of several. */
    static String named(String text, String kind, Collection<String> known) {
        if (known.contains(text)) {
            return text;
        }
        List<String> sorted = known.stream().sorted().toList();
        String bound = "the name of a " + kind + (sorted.isEmpty() ? "" : ": " + shown(sorted));
        throw new Mended(text, bound, Nearest.hint(text, known).orElse("add it, or name another"));
    }

    private static String shown(List<String> words) {
        return words.size() <= 12 ? String.join(", ", words) : String.join(", ", words.subList(0, 12)) + ", ...";
    }
}
