// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where something listens.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 0 (any free one) to 65 535
 */
public record HostPort(String host, int port) {
    private static final Pattern TEXT = Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^:\\[\\]]+)):([0-9]{1,5})");

    /** @throws IllegalArgumentException when the text is no {@code host:port} or {@code [IPv6]:port} */
    public static HostPort of(String text) {
        Matcher matcher = TEXT.matcher(text);
        int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : -1;
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    text + " is no HOST:PORT; write 127.0.0.1:9464 or [::1]:9464, port 0 for any free one");
        }
        return new HostPort(matcher.group(1) != null ? matcher.group(1) : matcher.group(2), port);
    }

    /** As it is written in an address of the web. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
