// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** One answer to bytes sent as they are, with the headers a client library does not let a test set. */
record Raw(int status, String head, String body) {
    static Raw send(URI address, String head, String body) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(5_000);
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            String all = head + "Connection: close\r\nContent-Length: " + content.length + "\r\n\r\n" + body;
            socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] parts = answer.split("\r\n\r\n", 2);
            return new Raw(Integer.parseInt(answer.substring(9, 12)), parts[0], parts.length == 2 ? parts[1] : "");
        }
    }
}
