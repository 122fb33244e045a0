// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Says what keeps a text from being YAML, and what to do about it, for someone who never read the standard. */
final class YamlFault {
    private static final Map<String, String> OPENED = Map.of(
            "while parsing a flow mapping", "{",
            "while parsing a flow sequence", "[",
            "while scanning a quoted scalar", "a quote");

    private YamlFault() {}

    static YamlProblem of(YAMLException fault, String yaml, String document) {
        if (fault instanceof ReaderException character) {
            String shown = String.format("the character U+%04X", character.getCodePoint());
            return new YamlProblem(
                    "line " + lineOf(yaml, character.getPosition()), shown, "text", "take it away: YAML has no such");
        }
        if (!(fault instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
            return new YamlProblem(document, String.valueOf(fault.getMessage()), "YAML", "mend it");
        }
        String where = "line " + (marked.getProblemMark().getLine() + 1);
        String what = String.valueOf(marked.getProblem());
        // YAML 1.2.2 section 6.1: "tab characters must not be used in indentation".
        if (what.contains("TAB")) {
            return new YamlProblem(where, "a tab", "YAML", "indent with spaces");
        }
        if (what.contains("mapping values")) {
            return new YamlProblem(
                    where,
                    "a colon in the middle of a value",
                    "YAML",
                    "put the text in quotes, or mend the indentation");
        }
        String opened = marked.getContext() == null ? null : OPENED.get(marked.getContext());
        if (opened != null) {
            String at = opened + " of line " + opening(marked).orElse(where);
            return new YamlProblem(where, at + " is not closed: " + plain(what), "YAML", "close it" + closing(opened));
        }
        return new YamlProblem(where, plain(what) + context(marked), "YAML", "mend the line or the one before");
    }

    private static Optional<String> opening(MarkedYAMLException marked) {
        return Optional.ofNullable(marked.getContextMark()).map(mark -> Integer.toString(mark.getLine() + 1));
    }

    private static String closing(String opened) {
        return switch (opened) {
            case "{" -> " with }";
            case "[" -> " with ]";
            default -> "";
        };
    }

    private static String context(MarkedYAMLException marked) {
        @Nullable String context = marked.getContext();
        return context == null ? "" : " " + context;
    }

    /** Without the class names of the parser. */
    private static String plain(String text) {
        return text.replace("'<stream end>'", "<stream end>")
                .replace("<stream end>", "the end of the file")
                .replaceAll("<org\\.yaml[^>]*>", "something else")
                .replaceAll("\\s+", " ");
    }

    private static int lineOf(String yaml, int position) {
        int line = 1;
        for (int i = 0; i < Math.min(position, yaml.length()); i++) {
            line += yaml.charAt(i) == '\n' ? 1 : 0;
        }
        return line;
    }
}
