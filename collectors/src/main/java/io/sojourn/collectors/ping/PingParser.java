// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ping;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Unreadable;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a line of {@code ping -D} (iputils): "[epoch] 64 bytes from ADDRESS: icmp_seq=1 ttl=63 time=5.61 ms". Headers,
 * statistics and missing replies are no replies; a reply without a time (fewer than 16 bytes of payload) is a fault.
 */
public final class PingParser {
    private static final Pattern REPLY = Pattern.compile(
            "\\[([0-9]{1,11}\\.[0-9]{1,6})\\] [0-9]+ bytes from .*: icmp_seq=([0-9]{1,9}) .*time=([0-9]{1,9}(?:\\.[0-9]+)?) ms.*");
    private static final String MEND = "take it with ping -D, payload of 16 bytes or more";

    private PingParser() {}

    /** @return empty for a line that is no reply */
    public static Optional<PingReply> parse(String line) throws Unreadable {
        if (!line.contains(" bytes from ")) {
            return Optional.empty();
        }
        Matcher matcher = REPLY.matcher(line.strip());
        if (!matcher.matches()) {
            throw new Unreadable(
                    new Fault("reply", line, "[epoch] N bytes from ADDRESS: icmp_seq=N ttl=N time=N ms", MEND));
        }
        return Optional.of(new PingReply(
                micros(matcher.group(1), 6), Long.parseLong(matcher.group(2)), micros(matcher.group(3), 3)));
    }

    private static long micros(String number, int shift) {
        return new BigDecimal(number).movePointRight(shift).longValue();
    }
}
