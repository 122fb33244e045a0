// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.util.Locale;

/**
 * Names as tag values. The line protocol has no escape for a backslash at the end of a tag value nor for a line feed in
 * one, and servers differ on backslashes within. Those characters are therefore written as in a URL: {@code %5C} for a
 * backslash, {@code %0A} for a line feed, {@code %25} for the percent sign itself, {@code %uD800} for half a surrogate
 * pair. All else stays as it is, so an ordinary name reads the same in every tool, and two names never become one.
 */
final class Names {
    private Names() {}

    static String encode(String name) {
        StringBuilder text = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= ' ' && c != 0x7f && c != '\\' && c != '%' && !isLoneSurrogate(name, i);
            if (!plain && text == null) {
                text = new StringBuilder(name.substring(0, i));
            }
            if (text != null) {
                text.append(plain ? String.valueOf(c) : code(c));
            }
        }
        return text == null ? name : text.toString();
    }

    private static String code(char c) {
        return String.format(Locale.ROOT, c < 0x100 ? "%%%02X" : "%%u%04X", (int) c);
    }

    private static boolean isLoneSurrogate(String name, int i) {
        char c = name.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == name.length() || !Character.isLowSurrogate(name.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(name.charAt(i - 1)));
    }
}
