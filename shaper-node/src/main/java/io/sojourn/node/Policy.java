// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.LengthAccounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a node does with which packets, as its operator wrote it. See the module's README for the file's keys. */
public final class Policy {
    private final String node;
    private final LengthAccounting lengthAccounting;
    private final List<QueuePolicy> queues;

    Policy(String node, LengthAccounting lengthAccounting, List<QueuePolicy> queues) {
        this.node = node;
        this.lengthAccounting = lengthAccounting;
        this.queues = List.copyOf(queues);
    }

    /**
     * Reads a policy file.
     *
     * @throws PolicyException with every problem of the file
     */
    public static Policy read(Path file) throws IOException {
        return PolicyFile.read(file);
    }

    /** As {@link #read}, from text; {@code source} names it in problems. */
    public static Policy parse(String source, String yaml) {
        return PolicyFile.parse(source, yaml);
    }

    public String node() {
        return node;
    }

    /** Which bytes of a packet the rates of this node count. */
    public LengthAccounting lengthAccounting() {
        return lengthAccounting;
    }

    public List<String> queueNames() {
        return queues.stream().map(QueuePolicy::name).toList();
    }

    /** In the order in which they are tried: the first that matches takes the packet. */
    List<QueuePolicy> queues() {
        return queues;
    }

    /** A full IP packet of 1500 bytes as this accounting counts it. */
    static long mtuBytes(LengthAccounting accounting) {
        return 1500L + accounting.overheadBytes();
    }
}
