// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * Names of flows, the same whoever saw them: {@code 10.0.0.1:40001>10.0.0.2:443/tcp},
 * {@code [2001:db8::1]:40001>[2001:db8::2]:443/udp}, {@code 10.0.0.1>10.0.0.2/icmp}, {@code 2001:db8::1>2001:db8::2/47}.
 *
 * <p>Addresses are written as RFC 5952 section 4 says. A port stands only where there is one, and only then is an IPv6
 * address in brackets (section 6). The identifier of an ICMP echo is not a port. Protocols: {@link IpProtocol#name}.
 */
public final class FlowName {
    private FlowName() {}

    /**
     * @param protocol IP protocol number
     * @param source end that sends, see {@link #end}
     * @param destination end that receives
     */
    public static String of(int protocol, String source, String destination) {
        return source + ">" + destination + "/" + IpProtocol.name(protocol);
    }

    /**
     * One end of a flow.
     *
     * @param ipVersion 4 or 6
     * @param high upper 64 bits of the address, unused for IPv4
     * @param low lower 64 bits; for IPv4 its lower 32
     * @param port 0 to 65535, negative when the packets have none
     */
    public static String end(int ipVersion, long high, long low, int port) {
        String address = IpAddressText.of(ipVersion, high, low);
        if (port < 0) {
            return address;
        }
        return (ipVersion == 6 ? "[" + address + "]" : address) + ":" + port;
    }
}
