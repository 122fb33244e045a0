// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.OutOfRange;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the console listens.
 *
 * @param bindAddress address or name of the interface, {@code 127.0.0.1} unless others are to see it
 * @param port 0 (any free one) to 65 535
 * @param hostNames names under which it is reached, besides {@code localhost} and IP addresses; a request for any other
 *     name is refused, so that a foreign page cannot reach the console by pointing its own name here (DNS rebinding)
 * @param requestThreads most requests worked on at once, 1 to 64
 * @param eventClients most live pages at once, 1 to 1 000
 * @param tickMillis how often changes are looked for while a page is open, 10 to 60 000
 */
public record ConsoleConfig(
        String bindAddress, int port, Set<String> hostNames, int requestThreads, int eventClients, long tickMillis) {
    public static final String LOOPBACK = "127.0.0.1";

    public ConsoleConfig {
        check("port", port, 0, 65_535);
        check("requestThreads", requestThreads, 1, 64);
        check("eventClients", eventClients, 1, 1_000);
        check("tickMillis", tickMillis, 10, 60_000);
        hostNames =
                hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** This machine only, with 8 request threads, 32 live pages and a look for changes every second. */
    public static ConsoleConfig local(int port) {
        return new ConsoleConfig(LOOPBACK, port, Set.of(), 8, 32, 1_000);
    }

    /** The same, listening elsewhere. */
    public ConsoleConfig at(String address, Set<String> names) {
        return new ConsoleConfig(address, port, names, requestThreads, eventClients, tickMillis);
    }

    private static void check(String field, long value, long low, long high) {
        if (value < low || value > high) {
            throw new OutOfRange(field, value, "from " + low + " to " + high);
        }
    }
}
