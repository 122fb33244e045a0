// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowNameTest {
    private static final long DOCUMENTATION = 0x2001_0db8_0000_0000L;

    @ParameterizedTest
    @CsvSource({
        "6, 40001, 443, 10.0.0.1:40001>10.0.0.2:443/tcp",
        "17, 0, 65535, 10.0.0.1:0>10.0.0.2:65535/udp",
        "1, -1, -1, 10.0.0.1>10.0.0.2/icmp",
        "47, -1, -1, 10.0.0.1>10.0.0.2/47",
        // A later fragment has a protocol but no ports.
        "6, -1, -1, 10.0.0.1>10.0.0.2/tcp"
    })
    void portsStandOnlyWhereThereAreSome(int protocol, int sourcePort, int destinationPort, String name) {
        String source = FlowName.end(4, 0, 0x0a00_0001L, sourcePort);
        String destination = FlowName.end(4, 0, 0x0a00_0002L, destinationPort);

        assertThat(FlowName.of(protocol, source, destination)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "17, 40001, 443, [2001:db8::1]:40001>[2001:db8::2]:443/udp",
        "58, -1, -1, 2001:db8::1>2001:db8::2/icmpv6",
        "255, -1, -1, 2001:db8::1>2001:db8::2/255"
    })
    void version6AddressIsInBracketsOnlyBeforeAPort(int protocol, int sourcePort, int destinationPort, String name) {
        String source = FlowName.end(6, DOCUMENTATION, 1, sourcePort);
        String destination = FlowName.end(6, DOCUMENTATION, 2, destinationPort);

        assertThat(FlowName.of(protocol, source, destination)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "17, 53, 5000, true",
        "17, 5000, 443, false",
        "17, 443, 5000, false",
        "17, -1, -1, true",
        "6, 1, 2, false"
    })
    void onlyUdpThatIsNotQuicIsUnresponsive(int protocol, int sourcePort, int destinationPort, boolean unresponsive) {
        assertThat(IpProtocol.isUnresponsive(protocol, sourcePort, destinationPort))
                .isEqualTo(unresponsive);
    }
}
