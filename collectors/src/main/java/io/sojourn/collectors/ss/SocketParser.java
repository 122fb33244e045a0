// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Unreadable;
import io.sojourn.telemetry.capture.FlowName;
import io.sojourn.telemetry.capture.IpProtocol;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads {@code ss -tinHO} (a socket a line) and {@code ss -tinH} (its second line begins with a tab), tried with
 * iproute2 6.1. Words nobody asks for are left alone. A socket that can't be read is named and left out.
 */
public final class SocketParser {
    private static final String MEND = "take it with ss -tinHO";

    private SocketParser() {}

    public static List<Socket> parse(String text, Consumer<Fault> faults) {
        List<Socket> sockets = new ArrayList<>();
        for (String line : joined(text)) {
            try {
                sockets.add(socket(line));
            } catch (Unreadable unreadable) {
                faults.accept(unreadable.fault());
            }
        }
        return sockets;
    }

    /** One line a socket, whichever form it came in. */
    private static List<String> joined(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
            boolean continues = Character.isWhitespace(line.charAt(0)) && !lines.isEmpty();
            if (continues) {
                lines.set(lines.size() - 1, lines.get(lines.size() - 1) + " " + line.strip());
            } else {
                lines.add(line.strip());
            }
        }
        return lines;
    }

    private static Socket socket(String line) throws Unreadable {
        String[] words = line.split("\\s+");
        if (words.length < 5) {
            throw new Unreadable(new Fault("socket", line, "state, Recv-Q, Send-Q, local, peer and details", MEND));
        }
        Words details = Words.of(words, 5);
        return new Socket(
                FlowName.of(IpProtocol.TCP, Endpoint.of(words[3]), Endpoint.of(words[4])),
                details.first(),
                millisToMicros(details.beforeSlash("rtt")),
                millisToMicros(details.text("minrtt")),
                details.countIfPresent("mss"),
                details.count("bytes_sent"),
                details.count("bytes_acked"),
                details.count("bytes_received"),
                details.count("data_segs_out"),
                details.countIfPresent("delivered"),
                details.afterSlash("retrans"),
                details.count("dsack_dups"),
                details.count("reord_seen"),
                details.count("unacked"),
                details.countIfPresent("snd_wnd"),
                details.millis("rwnd_limited"),
                details.millis("busy"));
    }

    private static @org.jspecify.annotations.Nullable Long millisToMicros(
            @org.jspecify.annotations.Nullable String millis) throws Unreadable {
        if (millis == null) {
            return null;
        }
        try {
            long micros = new BigDecimal(millis).movePointRight(3).longValue();
            if (micros >= 0) {
                return micros;
            }
        } catch (NumberFormatException e) {
            // named below, like a negative time
        }
        throw new Unreadable(new Fault("rtt", millis, "milliseconds, at least 0", MEND));
    }
}
