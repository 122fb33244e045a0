// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

/** Addresses as RFC 5952 writes them. ss prints IPv6 so already, but a dual-stack socket's IPv4 peer as IPv4-mapped. */
final class Endpoint {
    private static final String MAPPED = "[::ffff:";

    private Endpoint() {}

    static String of(String addressAndPort) {
        int end = addressAndPort.indexOf(']');
        boolean mapped = addressAndPort.startsWith(MAPPED) && end > 0 && addressAndPort.indexOf('.') > 0;
        String plain = mapped
                ? addressAndPort.substring(MAPPED.length(), end) + addressAndPort.substring(end + 1)
                : addressAndPort;
        // "10.0.0.1%eth0:80" names the device a socket is bound to.
        return plain.replaceFirst("%[^\\]:]+", "");
    }
}
