// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sojourn.telemetry.OutOfRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a document, with where it stands. Whoever reads a key that is wrong gets null and goes on: the
 * problem is kept, and the file fails once, with all of them.
 */
public final class YamlSection {
    private final JsonNode node;
    private final String path;
    private final Problems problems;

    /** A range that was written, both ends of it included. */
    public record Span(long low, long high) {}

    /** @param path "" at the top */
    public YamlSection(JsonNode node, String path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
        if (!node.isObject()) {
            problem(
                    path,
                    node.isMissingNode() || node.isNull() ? "empty" : shown(node),
                    "a mapping of keys to values",
                    path.isEmpty() ? problems.beginning() : "write key: value below it");
        }
    }

    /** Names every key that is not known, with the known one it most likely meant. */
    public void allow(Set<String> known) {
        allow(known, key -> Optional.empty());
    }

    /** As above; {@code elsewhere} says of a key that is like no known one where it is written. */
    public void allow(Set<String> known, Function<String, Optional<String>> elsewhere) {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                String mend =
                        Nearest.hint(key, known).or(() -> elsewhere.apply(key)).orElse("remove it");
                problem(at(key), "unknown key", "one of " + String.join(", ", sorted(known)), mend);
            }
        });
    }

    public boolean has(String key) {
        return node.hasNonNull(key);
    }

    @Nullable
    public YamlSection section(String key) {
        return has(key) ? new YamlSection(node.get(key), at(key), problems) : null;
    }

    /** As {@link #section}; what is not there has no keys. */
    public YamlSection sectionOrEmpty(String key) {
        YamlSection section = section(key);
        return section == null ? new YamlSection(JsonNodeFactory.instance.objectNode(), at(key), problems) : section;
    }

    /** As {@link #section}; a word alone stands for a section with nothing but that word under {@code wordKey}. */
    @Nullable
    public YamlSection sectionOrWord(String key, String wordKey) {
        JsonNode given = node.path(key);
        return given.isValueNode() && !given.isNull()
                ? new YamlSection(JsonNodeFactory.instance.objectNode().set(wordKey, given), at(key), problems)
                : section(key);
    }

    /** Each entry of a list as a section of its own. */
    public List<YamlSection> sections(String key) {
        List<YamlSection> sections = new ArrayList<>();
        JsonNode list = node.path(key);
        if (!list.isArray() || list.isEmpty()) {
            problemOfMapping(
                    at(key),
                    has(key) ? shown(list) : "missing",
                    "a list of at least one",
                    list.isObject() ? "write - before each entry" : "add an entry");
            return sections;
        }
        for (int i = 0; i < list.size(); i++) {
            sections.add(new YamlSection(list.get(i), at(key) + "[" + i + "]", problems));
        }
        return sections;
    }

    /** As {@link #sections}; none when the key is not there. */
    public List<YamlSection> sectionsIfAny(String key) {
        return has(key) ? sections(key) : List.of();
    }

    /** Whether the key holds a word rather than a mapping. */
    public boolean isWord(String key) {
        return node.path(key).isValueNode() && has(key);
    }

    /** The keys that are there. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Each text of a list, or the one that stands there alone; values that cannot be read are left out. */
    public <T> List<T> values(String key, String mend, BiFunction<String, String, T> reader) {
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
            String where = at(key) + "[" + i + "]";
            if (!given.get(i).isTextual()) {
                problem(where, given.get(i).isNull() ? "empty" : shown(given.get(i)), "one value", mend);
                continue;
            }
            T value = read(where, given.get(i).textValue(), mend, reader);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** How the mapping was written, on one line. */
    public String written() {
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
    public int problems() {
        return problems.size();
    }

    /** Whether something is wrong with this key already. */
    public boolean isTold(String key) {
        return problems.has(at(key));
    }

    /** Every mapping of a list, and nothing said of what is none. */
    public List<YamlSection> mappings(String key) {
        List<YamlSection> mappings = new ArrayList<>();
        JsonNode list = node.path(key);
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            if (list.get(i).isObject()) {
                mappings.add(new YamlSection(list.get(i), at(key) + "[" + i + "]", problems));
            }
        }
        return mappings;
    }

    /** The mapping of a key, and nothing said of what is none. */
    @Nullable
    public YamlSection mapping(String key) {
        return node.path(key).isObject() ? new YamlSection(node.get(key), at(key), problems) : null;
    }

    /** The text of a scalar, and nothing said of what is none. */
    @Nullable
    public String word(String key) {
        return isWord(key) ? node.get(key).asText() : null;
    }

    /** The text of a scalar; null when it is not there or is something else. */
    @Nullable
    public String text(String key) {
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
    public <T> @Nullable T value(String key, String mend, BiFunction<String, String, T> reader) {
        String text = text(key);
        return text == null ? null : read(at(key), text, mend, reader);
    }

    /** As {@link #value}; that it is missing is a problem too. */
    public <T> @Nullable T required(String key, String mend, BiFunction<String, String, T> reader) {
        problemIfMissing(key, mend);
        return value(key, mend, reader);
    }

    /** That the key is missing is a problem. */
    public void problemIfMissing(String key, String mend) {
        if (!has(key)) {
            problemOfMapping(at(key), "missing", "given", mend);
        }
    }

    /** A list of two, low and high; null when it is not there or is wrong. */
    public @Nullable Span range(String key, String mend, BiFunction<String, String, Long> reader) {
        JsonNode list = node.path(key);
        if (!has(key)) {
            return null;
        }
        if (!list.isArray() || list.size() != 2) {
            problem(at(key), shown(list), "a list of two, low and high", mend);
            return null;
        }
        Long low = read(at(key) + "[0]", scalar(list.get(0)), mend, reader);
        Long high = read(at(key) + "[1]", scalar(list.get(1)), mend, reader);
        if (low == null || high == null) {
            return null;
        }
        if (low > high) {
            problem(
                    at(key),
                    shown(list),
                    "low before high",
                    "write [" + scalar(list.get(1)) + ", " + scalar(list.get(0)) + "]");
            return null;
        }
        return new Span(low, high);
    }

    /** Not said of what is no mapping at all: that is a problem of its own. */
    public void problemOfMapping(String where, String value, String bound, String mend) {
        if (isMapping()) {
            problem(where, value, bound, mend);
        }
    }

    public boolean isMapping() {
        return node.isObject();
    }

    public void problem(String where, String value, String bound, String mend) {
        problems.add(new YamlProblem(where.isEmpty() ? problems.document() : where, value, bound, mend));
    }

    public String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public String path() {
        return path;
    }

    /** What stands there. */
    public JsonNode tree() {
        return node;
    }

    private <T> @Nullable T read(String where, String text, String mend, BiFunction<String, String, T> reader) {
        try {
            return reader.apply(where, text);
        } catch (OutOfRange e) {
            problem(where, e.value(), e.bound(), mend);
            return null;
        } catch (Mended e) {
            problem(where, e.value(), e.bound(), e.mend());
            return null;
        }
    }

    private static String scalar(JsonNode node) {
        return node.isTextual() ? node.textValue() : node.toString();
    }

    private static String shown(JsonNode node) {
        String text = node.isTextual() ? node.textValue() : node.toString().replace("\"", "");
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }

    private static List<String> sorted(Collection<String> words) {
        return words.stream().sorted().toList();
    }
}
