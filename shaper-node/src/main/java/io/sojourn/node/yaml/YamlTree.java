// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reads YAML into a tree in which every scalar is the text that stands in the file.
 *
 * <p>Source: YAML 1.2.2 section 10.1, the failsafe schema: mappings, sequences and strings, and nothing is resolved, so
 * that {@code on}, {@code 010} and {@code 1_000} stay what was written. Beyond it, an empty value, {@code ~} and
 * {@code null} stand for a key that is not there. Keys that are no text, keys written twice and a second document are
 * problems, and the rest is read; so are anchors and aliases, and then there is no tree, as values are missing in it.
 */
public final class YamlTree {
    private static final int NESTING_LIMIT = 64;
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private final ParserImpl events;
    private final Problems problems;
    private final Set<String> anchors = new HashSet<>();

    private YamlTree(String yaml, Problems problems) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        this.events = new ParserImpl(new StreamReader(yaml), options);
        this.problems = problems;
    }

    /** The first document; missing when there is none; null when it cannot be read, which is then a problem. */
    public static @Nullable JsonNode read(String yaml, Problems problems) {
        try {
            YamlTree reader = new YamlTree(yaml, problems);
            JsonNode tree = reader.document();
            return reader.anchors.isEmpty() ? tree : null;
        } catch (YAMLException e) {
            problems.add(YamlFault.of(e, yaml, problems.document()));
            return null;
        } catch (TooDeep e) {
            problems.add(new YamlProblem(
                    "line " + e.line,
                    NESTING_LIMIT + 1 + " deep",
                    "at most " + NESTING_LIMIT + " deep",
                    "nest it less"));
            return null;
        }
    }

    private JsonNode document() {
        events.getEvent();
        if (!events.checkEvent(Event.ID.DocumentStart)) {
            return MissingNode.getInstance();
        }
        events.getEvent();
        JsonNode tree = node(1);
        events.getEvent();
        if (!events.checkEvent(Event.ID.StreamEnd)) {
            problems.add(new YamlProblem(
                    line(events.peekEvent()),
                    "a second document",
                    "one document a file",
                    "take --- away, or give each document a file of its own"));
        }
        return tree;
    }

    private JsonNode node(int depth) {
        Event event = events.getEvent();
        if (depth > NESTING_LIMIT) {
            throw new TooDeep(event.getStartMark().getLine() + 1);
        }
        if (event instanceof NodeEvent marked && marked.getAnchor() != null && isFirst(event, marked.getAnchor())) {
            problems.add(new YamlProblem(
                    line(event),
                    (event instanceof AliasEvent ? "*" : "&") + marked.getAnchor(),
                    "written out: anchors and aliases are not supported",
                    event instanceof AliasEvent
                            ? "write the value here"
                            : "take the anchor away, and write the value where it is used"));
        }
        if (event instanceof ScalarEvent scalar) {
            boolean isNull = scalar.getScalarStyle() == ScalarStyle.PLAIN && NULLS.contains(scalar.getValue());
            return isNull ? NullNode.getInstance() : TextNode.valueOf(scalar.getValue());
        }
        if (event instanceof AliasEvent) {
            return NullNode.getInstance();
        }
        return event.is(Event.ID.SequenceStart) ? sequence(depth) : mapping(depth);
    }

    /** Whether this is the first anchor, or the first alias, of its name: once is enough to be told. */
    private boolean isFirst(Event event, String name) {
        return anchors.add((event instanceof AliasEvent ? "*" : "&") + name);
    }

    private ArrayNode sequence(int depth) {
        ArrayNode sequence = JsonNodeFactory.instance.arrayNode();
        while (!events.checkEvent(Event.ID.SequenceEnd)) {
            sequence.add(node(depth + 1));
        }
        events.getEvent();
        return sequence;
    }

    private ObjectNode mapping(int depth) {
        ObjectNode mapping = JsonNodeFactory.instance.objectNode();
        while (!events.checkEvent(Event.ID.MappingEnd)) {
            Event at = events.peekEvent();
            JsonNode key = node(depth + 1);
            JsonNode value = node(depth + 1);
            if (!key.isTextual() || key.textValue().isEmpty()) {
                String shown = key.isTextual() || key.isNull() ? "an empty key" : "a key that is no word";
                problems.add(new YamlProblem(line(at), shown, "a word and a colon", "write key: value"));
            } else if (mapping.has(key.textValue())) {
                problems.add(new YamlProblem(
                        line(at), key.textValue(), "written once in its mapping", "take one of the two away"));
            } else {
                mapping.set(key.textValue(), value);
            }
        }
        events.getEvent();
        return mapping;
    }

    private static String line(Event event) {
        return "line " + (event.getStartMark().getLine() + 1);
    }

    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int line;

        TooDeep(int line) {
            super("line " + line);
            this.line = line;
        }
    }
}
