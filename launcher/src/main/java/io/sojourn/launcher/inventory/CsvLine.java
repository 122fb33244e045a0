// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.inventory;

import io.sojourn.telemetry.OutOfRange;
import java.util.ArrayList;
import java.util.List;

/** One line of comma-separated values (RFC 4180, without line breaks in quotes); blanks around a value are not part of it. */
final class CsvLine {
    private CsvLine() {}

    /** @throws OutOfRange when a quote is not closed, or something stands behind one that is */
    static List<String> values(String line) {
        List<String> values = new ArrayList<>();
        int at = 0;
        while (at <= line.length()) {
            int end = end(line, at);
            values.add(unquoted(line.substring(at, end).strip()));
            at = end + 1;
        }
        return values;
    }

    /** Where the value that begins here ends: at the next comma that is not in quotes. */
    private static int end(String line, int from) {
        boolean isQuoted = false;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            isQuoted ^= c == '"';
            if (c == ',' && !isQuoted) {
                return i;
            }
        }
        return line.length();
    }

    private static String unquoted(String value) {
        if (value.indexOf('"') < 0) {
            return value;
        }
        String inner = value.length() < 2 ? "\"" : value.substring(1, value.length() - 1);
        boolean isWhole = value.startsWith("\"") && value.endsWith("\"");
        if (!isWhole || inner.replace("\"\"", "").indexOf('"') >= 0) {
            throw new OutOfRange("line", value, "quoted from its beginning to its end, quotes in it doubled");
        }
        return inner.replace("\"\"", "\"").strip();
    }
}
