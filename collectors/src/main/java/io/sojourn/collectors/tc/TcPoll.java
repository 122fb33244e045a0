// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.command.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs tc and reads what it says of a device. */
final class TcPoll {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String device;
    private final Command qdiscs;
    private final Command classes;

    TcPoll(String device, Optional<String> namespace, Duration limit) {
        this.device = device;
        this.qdiscs = new Command(namespace, List.of("tc", "-s", "-j", "qdisc", "show", "dev", device), limit);
        this.classes = new Command(namespace, List.of("tc", "-s", "-j", "class", "show", "dev", device), limit);
    }

    List<QueueReading> queues(long nowMillis, Rejects rejects) throws IOException, InterruptedException {
        String output = qdiscs.run();
        List<Qdisc> read =
                QdiscParser.parse(tree(output, nowMillis, rejects), fault -> reject(rejects, nowMillis, fault));
        boolean classful = read.stream().anyMatch(qdisc -> qdisc.kind().equals("htb"));
        List<TcClass> of =
                classful ? ClassParser.parse(classes.run(), fault -> reject(rejects, nowMillis, fault)) : List.of();
        return DeviceQueues.of(device, read, of, fault -> reject(rejects, nowMillis, fault));
    }

    private JsonNode tree(String output, long nowMillis, Rejects rejects) {
        try {
            return JSON.readTree(output);
        } catch (JsonProcessingException e) {
            reject(rejects, nowMillis, new Fault("record", output, "whole JSON", "run " + qdiscs + " by hand"));
            return JSON.createArrayNode();
        }
    }

    private void reject(Rejects rejects, long nowMillis, Fault fault) {
        rejects.add(qdiscs.toString(), nowMillis, fault, fault.value());
    }
}
