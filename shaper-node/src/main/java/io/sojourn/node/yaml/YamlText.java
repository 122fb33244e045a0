// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The text of a file, which may not be too long. */
public final class YamlText {
    private YamlText() {}

    /** The text; null when it is too long or no text, which is then a problem. */
    public static @Nullable String read(Path file, int limitBytes, Problems problems) throws IOException {
        if (Files.size(file) > limitBytes) {
            problems.add(new YamlProblem(
                    problems.document(),
                    Files.size(file) + " bytes",
                    "at most " + limitBytes + " bytes",
                    "give a " + problems.document() + " file"));
            return null;
        }
        return text(Files.readAllBytes(file), problems);
    }

    /** YAML 1.2.2 section 5.2 has more encodings; a file in one of them is hardly ever meant, so only UTF-8 is taken. */
    private static @Nullable String text(byte[] bytes, Problems problems) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(in, out, true);
        if (result.isError()) {
            problems.add(noText(bytes, in.position()));
            return null;
        }
        String text = out.flip().toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static YamlProblem noText(byte[] bytes, int at) {
        long line = 1;
        for (int i = 0; i < at; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return new YamlProblem(
                "line " + line, String.format("the byte 0x%02x", bytes[at] & 0xFF), "UTF-8", "save the file as UTF-8");
    }
}
