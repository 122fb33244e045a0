// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.command.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs ss and reads what it says. */
public final class SocketPoll {
    private final Command command;

    public SocketPoll(Optional<String> namespace, List<String> filter, Duration limit) {
        List<String> words = new ArrayList<>(List.of("ss", "-tinHO"));
        words.addAll(filter);
        this.command = new Command(namespace, words, limit);
    }

    public List<Socket> sockets(long nowMicros, Rejects rejects) throws IOException, InterruptedException {
        String output = command.run();
        return SocketParser.parse(
                output, fault -> rejects.add(command.toString(), nowMicros / 1000, fault, fault.value()));
    }
}
