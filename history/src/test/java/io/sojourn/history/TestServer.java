// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A real store on the loopback, with a folder of its own, that can be stopped and started again. */
interface TestServer {
    HistoryConfig config();

    void start() throws Exception;

    /** Keeps the data. */
    void stop() throws Exception;

    /** Stops it and deletes its folder. */
    void remove() throws Exception;

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
