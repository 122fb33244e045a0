// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import io.sojourn.engine.classify.PacketFields;

/** Headers. Flows that nobody gave any have: from 10.0.1.1 to 10.0.2.1, ports by the flow's number. */
public final class Headers {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final long SENDERS = 0x0A_00_01_00L;
    private static final long RECEIVER = 0x0A_00_02_01L;
    private static final int FIRST_PORT = 40_001;
    private static final int SERVER_PORT = 5_301;

    private Headers() {}

    /** @param number from 0, less than 25 000 */
    public static PacketFields tcp(int number) {
        return header(TCP, number);
    }

    public static PacketFields udp(int number) {
        return header(UDP, number);
    }

    /** Of the packets back. */
    public static PacketFields reversed(PacketFields header) {
        PacketFields reversed = new PacketFields();
        reversed.copyFields(header);
        reversed.sourceHigh = header.destinationHigh;
        reversed.sourceLow = header.destinationLow;
        reversed.destinationHigh = header.sourceHigh;
        reversed.destinationLow = header.sourceLow;
        reversed.sourcePort = header.destinationPort;
        reversed.destinationPort = header.sourcePort;
        reversed.direction = PacketFields.INBOUND + PacketFields.OUTBOUND - header.direction;
        return reversed;
    }

    private static PacketFields header(int protocol, int number) {
        PacketFields header = new PacketFields();
        header.ipVersion = 4;
        header.sourceLow = SENDERS + 1;
        header.destinationLow = RECEIVER;
        header.protocol = protocol;
        header.sourcePort = FIRST_PORT + number;
        header.destinationPort = SERVER_PORT;
        header.direction = PacketFields.OUTBOUND;
        return header;
    }
}
