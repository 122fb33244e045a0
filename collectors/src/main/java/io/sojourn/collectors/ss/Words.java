// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Unreadable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The "name:value" words of a socket. "send 1bps", where a space stands for the colon, and bare words carry no name. */
final class Words {
    private static final String MEND = "take it with ss -tinHO";

    private final Map<String, String> values;
    private final @Nullable String first;

    private Words(Map<String, String> values, @Nullable String first) {
        this.values = values;
        this.first = first;
    }

    static Words of(String[] words, int from) {
        Map<String, String> values = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            int colon = words[i].indexOf(':');
            // "bbr:(bw:...)" has colons inside its parentheses: the name is what stands before the first.
            if (colon > 0) {
                values.putIfAbsent(words[i].substring(0, colon), words[i].substring(colon + 1));
            }
        }
        return new Words(values, congestionControl(words, from));
    }

    /** The first bare word that is not one of ss's own options: the name of the congestion control. */
    private static @Nullable String congestionControl(String[] words, int from) {
        for (int i = from; i < words.length && words[i].indexOf(':') < 0; i++) {
            switch (words[i]) {
                case "ts", "sack", "ecn", "ecnseen", "fastopen" -> {}
                default -> {
                    return words[i];
                }
            }
        }
        return null;
    }

    @Nullable
    String first() {
        return first;
    }

    @Nullable
    String text(String name) {
        return values.get(name);
    }

    /** A counter; ss leaves it out when it is 0. */
    long count(String name) throws Unreadable {
        @Nullable Long value = countIfPresent(name);
        return value == null ? 0 : value;
    }

    @Nullable
    Long countIfPresent(String name) throws Unreadable {
        @Nullable String value = values.get(name);
        return value == null ? null : (Long) whole(name, value);
    }

    /** "srtt/rttvar" before the slash. */
    @Nullable
    String beforeSlash(String name) {
        @Nullable String value = values.get(name);
        return value == null ? null : value.substring(0, value.indexOf('/') < 0 ? value.length() : value.indexOf('/'));
    }

    /** "now/total" after the slash; 0 when it is left out. */
    long afterSlash(String name) throws Unreadable {
        @Nullable String value = values.get(name);
        return value == null ? 0 : whole(name, value.substring(value.indexOf('/') + 1));
    }

    /** "436ms(20.5%)"; 0 when it is left out. */
    long millis(String name) throws Unreadable {
        @Nullable String value = values.get(name);
        if (value == null) {
            return 0;
        }
        int unit = value.indexOf("ms");
        if (unit < 0) {
            throw new Unreadable(new Fault(name, value, "milliseconds: 436ms(20.5%)", MEND));
        }
        return whole(name, value.substring(0, unit));
    }

    private static long whole(String name, String digits) throws Unreadable {
        try {
            long value = Long.parseLong(digits);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // named below, like a negative number
        }
        throw new Unreadable(new Fault(name, digits, "a whole number, at least 0", MEND));
    }
}
