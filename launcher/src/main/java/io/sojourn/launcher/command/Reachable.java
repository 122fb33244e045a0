// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.KafkaEnds;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.StringTokenizer;

/** Whether anything listens at a broker's address: known in two seconds, where a Kafka client would try for a minute. */
final class Reachable {
    private static final int WITHIN_MILLIS = 2_000;

    private Reachable() {}

    /** @throws Refusal when no broker of the list listens */
    static void check(KafkaEnds ends) {
        if (!isAny(ends)) {
            throw Refusal.missing("no broker listens at " + ends.bootstrapServers()
                    + "; start one with ./sojourn up, or give --bootstrap or --data");
        }
    }

    static boolean isAny(KafkaEnds ends) {
        StringTokenizer servers = new StringTokenizer(ends.bootstrapServers(), ", ");
        while (servers.hasMoreTokens()) {
            if (listens(servers.nextToken())) {
                return true;
            }
        }
        return false;
    }

    private static boolean listens(String server) {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(server.substring(colon + 1));
            socket.connect(new InetSocketAddress(server.substring(0, Math.max(colon, 0)), port), WITHIN_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        } catch (IllegalArgumentException e) {
            throw Refusal.wrongInput("--bootstrap " + server + " is no HOST:PORT");
        }
    }
}
