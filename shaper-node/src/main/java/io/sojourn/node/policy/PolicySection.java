// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.telemetry.OutOfRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a policy file, with where it stands. Whoever reads a key that is wrong gets null and goes on: the
 * problem is kept, and the file fails once, with all of them.
 */
final class PolicySection {
    private final JsonNode node;
    private final String path;
    private final List<PolicyProblem> problems;

    /** @param path "" at the top */
    PolicySection(JsonNode node, String path, List<PolicyProblem> problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
        if (!node.isObject()) {
            problem(path, shown(node), "a mapping of keys to values", "write key: value below it");
        }
    }

    /** Names every key that is not known, with the known one it most likely meant. */
    void allow(Set<String> known) {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                String mend = Nearest.to(key, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElse("remove it");
                problem(at(key), "unknown key", "one of " + String.join(", ", sorted(known)), mend);
            }
        });
    }

    boolean has(String key) {
        return node.hasNonNull(key);
    }

    @Nullable
    PolicySection section(String key) {
        return has(key) ? new PolicySection(node.get(key), at(key), problems) : null;
    }

    /** As {@link #section}; a word alone stands for a section with nothing but that word under {@code wordKey}. */
    @Nullable
    PolicySection sectionOrWord(String key, String wordKey) {
        JsonNode given = node.path(key);
        return given.isValueNode() && !given.isNull()
                ? new PolicySection(JsonNodeFactory.instance.objectNode().set(wordKey, given), at(key), problems)
                : section(key);
    }

    /** Each entry of a list as a section of its own. */
    List<PolicySection> sections(String key) {
        List<PolicySection> sections = new ArrayList<>();
        JsonNode list = node.path(key);
        if (!list.isArray() || list.isEmpty()) {
            problem(at(key), has(key) ? shown(list) : "missing", "a list of at least one", "add an entry");
            return sections;
        }
        for (int i = 0; i < list.size(); i++) {
            sections.add(new PolicySection(list.get(i), at(key) + "[" + i + "]", problems));
        }
        return sections;
    }

    /** As {@link #sections}; none when the key is not there. */
    List<PolicySection> sectionsIfAny(String key) {
        return has(key) ? sections(key) : List.of();
    }

    /** Whether the key holds a word rather than a mapping. */
    boolean isWord(String key) {
        return node.path(key).isValueNode() && has(key);
    }

    /** The keys that are there. */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Each text of a list, or the one that stands there alone; values that cannot be read are left out. */
    <T> List<T> values(String key, String mend, BiFunction<String, String, T> reader) {
        JsonNode given = node.path(key);
        List<T> values = new ArrayList<>();
        if (!given.isArray()) {
            T value = value(key, mend, reader);
            return value == null ? values : List.of(value);
        }
        if (given.isEmpty()) {
            problem(at(key), "[]", "a list of at least one", mend);
        }
        for (int i = 0; i < given.size(); i++) {
            T value = read(at(key) + "[" + i + "]", given.get(i).asText(), mend, reader);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** How the mapping was written, on one line. */
    String written() {
        List<String> parts = new ArrayList<>();
        node.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            List<String> texts = new ArrayList<>();
            value.forEach(one -> texts.add(one.asText()));
            parts.add(entry.getKey() + " " + (value.isArray() ? String.join(" ", texts) : value.asText()));
        });
        return parts.isEmpty() ? "any" : String.join(", ", parts);
    }

    /** Problems so far, of the whole file: more of them after reading something means that it was wrong. */
    int problems() {
        return problems.size();
    }

    /** The text of a scalar; null when it is not there or is something else. */
    @Nullable
    String text(String key) {
        if (!has(key)) {
            return null;
        }
        if (!node.get(key).isValueNode()) {
            problem(at(key), shown(node.get(key)), "one value", "write it on the key's line");
            return null;
        }
        return node.get(key).asText();
    }

    /** A value as one of the units' readers understands it; null when it is not there or is wrong. */
    <T> @Nullable T value(String key, String mend, BiFunction<String, String, T> reader) {
        String text = text(key);
        return text == null ? null : read(at(key), text, mend, reader);
    }

    /** As {@link #value}; that it is missing is a problem too. */
    <T> @Nullable T required(String key, String mend, BiFunction<String, String, T> reader) {
        if (!has(key)) {
            problem(at(key), "missing", "given", mend);
            return null;
        }
        return value(key, mend, reader);
    }

    /** A list of two, low and high; null when it is not there or is wrong. */
    SettingBounds.@Nullable Bound range(String key, String mend, BiFunction<String, String, Long> reader) {
        JsonNode list = node.path(key);
        if (!has(key)) {
            return null;
        }
        if (!list.isArray() || list.size() != 2) {
            problem(at(key), shown(list), "a list of two, low and high", mend);
            return null;
        }
        Long low = read(at(key) + "[0]", list.get(0).asText(), mend, reader);
        Long high = read(at(key) + "[1]", list.get(1).asText(), mend, reader);
        if (low == null || high == null) {
            return null;
        }
        if (low > high) {
            problem(at(key), shown(list), "low before high", "swap them");
            return null;
        }
        return new SettingBounds.Bound(low, high);
    }

    void problem(String where, String value, String bound, String mend) {
        problems.add(new PolicyProblem(where.isEmpty() ? "policy" : where, value, bound, mend));
    }

    String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    String path() {
        return path;
    }

    private <T> @Nullable T read(String where, String text, String mend, BiFunction<String, String, T> reader) {
        try {
            return reader.apply(where, text);
        } catch (OutOfRange e) {
            problem(where, e.value(), e.bound(), mend);
            return null;
        }
    }

    private static String shown(JsonNode node) {
        String text = node.toString();
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }

    private static List<String> sorted(Collection<String> words) {
        return words.stream().sorted().toList();
    }
}
