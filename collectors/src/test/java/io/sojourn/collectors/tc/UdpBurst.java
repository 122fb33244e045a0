// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Sends a number of 1000-byte datagrams as fast as it can, after one that resolves the neighbor. */
final class UdpBurst {
    private UdpBurst() {}

    public static void main(String[] arguments) throws Exception {
        InetAddress to = InetAddress.getByName(arguments[0]);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(new byte[10], 10, to, 9));
            to.isReachable(1000);
            for (int i = 1; i < Integer.parseInt(arguments[1]); i++) {
                socket.send(new DatagramPacket(new byte[1000], 1000, to, 9));
            }
        }
    }
}
