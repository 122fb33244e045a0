// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text form of {@code tc -s class show}: a stanza a class, its first line "class KIND ID root|parent ID ... rate
 * 1Mbit ceil 20Mbit burst 1600b cburst 1600b".
 */
final class ClassText {
    private static final String MEND = "take it with tc -s class show dev DEVICE";
    private static final Pattern STANZA = Pattern.compile("(?m)^(?=class )");
    private static final Pattern HEAD =
            Pattern.compile("class (\\S+) (\\S+) (?:root|parent (\\S+))(?:\\s[^\\n]*)?(?:\\n[\\s\\S]*)?");
    private static final Pattern SENT =
            Pattern.compile("Sent (\\S+) bytes (\\S+) pkts? \\(dropped (\\S+), overlimits \\S+ requeues \\S+\\)");
    private static final Pattern BACKLOG = Pattern.compile("backlog (\\S+) (\\S+)p requeues");
    private static final Pattern RATE = Pattern.compile(" rate (\\S+)");
    private static final Pattern CEIL = Pattern.compile(" ceil (\\S+)");
    private static final Pattern CEIL_BURST = Pattern.compile(" cburst ([^\\s/]+)");

    private ClassText() {}

    static List<TcClass> parse(String text, Consumer<Fault> faults) {
        List<TcClass> classes = new ArrayList<>();
        if (text.isBlank()) {
            return classes;
        }
        for (String stanza : STANZA.split(text, -1)) {
            try {
                classes.add(tcClass(stanza));
            } catch (Unreadable unreadable) {
                faults.accept(unreadable.fault());
            }
        }
        return classes;
    }

    private static TcClass tcClass(String stanza) throws Unreadable {
        Matcher head = HEAD.matcher(stanza);
        if (!head.matches()) {
            throw wrong("class", stanza, "class KIND ID root, or class KIND ID parent ID");
        }
        return new TcClass(
                head.group(1),
                head.group(2),
                head.group(3),
                rate("rate", stanza, RATE),
                rate("ceil", stanza, CEIL),
                size("cburst", stanza, CEIL_BURST),
                stanza.contains("\n") ? counters(stanza) : null);
    }

    private static TcCounters counters(String stanza) throws Unreadable {
        Matcher sent = SENT.matcher(stanza);
        if (!sent.find()) {
            throw wrong("Sent", stanza, "Sent N bytes N pkt (dropped N, overlimits N requeues N)");
        }
        Matcher backlog = BACKLOG.matcher(stanza);
        if (!backlog.find()) {
            throw wrong("backlog", stanza, "backlog Nb Np requeues N");
        }
        return new TcCounters(
                count("bytes", sent.group(1)),
                count("pkt", sent.group(2)),
                count("dropped", sent.group(3)),
                0,
                0,
                TcUnits.sizeBytes("backlog", backlog.group(1)),
                count("backlog packets", backlog.group(2)));
    }

    private static long count(String field, String digits) throws Unreadable {
        try {
            long value = Long.parseLong(digits);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // named below, like a negative number
        }
        throw wrong(field, digits, "a whole number, at least 0");
    }

    private static @Nullable Long rate(String field, String stanza, Pattern pattern) throws Unreadable {
        Matcher matcher = pattern.matcher(stanza);
        return matcher.find() ? (Long) TcUnits.rateBitsPerSecond(field, matcher.group(1)) : null;
    }

    private static @Nullable Long size(String field, String stanza, Pattern pattern) throws Unreadable {
        Matcher matcher = pattern.matcher(stanza);
        return matcher.find() ? (Long) TcUnits.sizeBytes(field, matcher.group(1)) : null;
    }

    private static Unreadable wrong(String field, String value, String bound) {
        return new Unreadable(new Fault(field, value.strip(), bound, MEND));
    }
}
