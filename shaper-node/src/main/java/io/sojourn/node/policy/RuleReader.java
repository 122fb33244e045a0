// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Rule;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code rules}, {@code default} and the class of a subscriber: whatever names a class. */
final class RuleReader {
    private static final int LIMIT = 20_000;
    private static final Set<String> KEYS = Set.of("match", "class");

    private final Leaves leaves;
    private final MatchReader matches;

    RuleReader(Leaves leaves, MatchReader matches) {
        this.leaves = leaves;
        this.matches = matches;
    }

    List<FileRule> read(YamlSection top) {
        List<FileRule> rules = new ArrayList<>();
        List<YamlSection> sections = top.sectionsIfAny("rules");
        if (sections.size() > LIMIT) {
            top.problem("rules", sections.size() + " rules", "at most " + LIMIT, "use lists and ranges in one rule");
            return rules;
        }
        for (YamlSection section : sections) {
            int problemsBefore = section.problems();
            section.allow(KEYS);
            Integer place = place(section, leaves);
            YamlSection match = section.section("match");
            if (match == null) {
                section.problemOfMapping(
                        section.at("match"), "missing", "given", "say which packets; for the rest use default");
            }
            List<Rule> alternatives = matches.read(match, place == null ? 0 : place);
            if (place != null && match != null && section.problems() == problemsBefore) {
                rules.add(new FileRule(section.path(), match.written(), alternatives, name(section)));
            }
        }
        return rules;
    }

    /** Place of the class that the key {@code class} names; null when it is not there or names none. */
    static @Nullable Integer place(YamlSection section, Leaves leaves) {
        if (!section.has("class")) {
            section.problemOfMapping(section.at("class"), "missing", "given", "name the class");
            return null;
        }
        return placeOf(section, "class", leaves);
    }

    static @Nullable Integer placeOf(YamlSection section, String key, Leaves leaves) {
        String name = section.text(key);
        if (name == null) {
            return null;
        }
        Integer place = leaves.place(name);
        if (place == null) {
            if (leaves.isInner(name)) {
                section.problem(
                        section.at(key),
                        name,
                        "a class with a queue, this one is made of others",
                        "name one of the classes below it");
            } else if (!leaves.knows(name)) {
                String mend = leaves.hint(name).orElse("add the class, or name another");
                section.problem(section.at(key), name, "a class of this file", mend);
            }
        }
        return place;
    }

    private static String name(YamlSection section) {
        return String.valueOf(section.text("class"));
    }
}
