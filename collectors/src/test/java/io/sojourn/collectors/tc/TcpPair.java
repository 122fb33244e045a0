// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** Sends a megabyte over TCP, or takes it. */
final class TcpPair {
    static final int BYTES = 1_000_000;
    private static final int CONNECT_ATTEMPTS = 100;

    private TcpPair() {}

    public static void main(String[] arguments) throws Exception {
        InetAddress address = InetAddress.getByName(arguments[1]);
        int port = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("receive")) {
            receive(address, port);
        } else {
            send(new InetSocketAddress(address, port));
        }
    }

    private static void receive(InetAddress address, int port) throws IOException {
        try (ServerSocket server = new ServerSocket(port, 1, address);
                Socket socket = server.accept()) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void send(InetSocketAddress to) throws Exception {
        for (int attempt = 0; attempt < CONNECT_ATTEMPTS; attempt++) {
            try (Socket socket = new Socket()) {
                socket.connect(to, 1000);
                socket.getOutputStream().write(new byte[BYTES]);
                socket.shutdownOutput();
                // The receiver closes when it has everything: then ss saw the whole of it.
                socket.getInputStream().read();
                return;
            } catch (ConnectException e) {
                // The receiver's JVM is still starting.
                Thread.onSpinWait();
                LockSupport.parkNanos(50_000_000);
            }
        }
    }
}
