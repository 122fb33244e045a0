// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/** What the kernel itself counted at a recorded box, from first packet to last. */
record KernelCounters(long sentPackets, long droppedPackets) {
    long offeredPackets() {
        return sentPackets + droppedPackets;
    }

    /** From {@code run.json} in the folder of a run. */
    static KernelCounters read(Path folder, RecordedBox box) throws IOException {
        JsonNode last =
                new ObjectMapper().readTree(folder.resolve("run.json").toFile()).path("final");
        if (box.device().isEmpty()) {
            JsonNode rules = last.path("nft").path("nftables");
            return new KernelCounters(ruleCount(rules, "conform"), ruleCount(rules, "exceed"));
        }
        for (JsonNode discipline : last.path("tc").path("rtr")) {
            if (discipline.path("root").asBoolean()
                    && discipline.path("dev").asText().equals(box.device())) {
                return new KernelCounters(
                        discipline.path("packets").asLong(),
                        discipline.path("drops").asLong());
            }
        }
        throw new IOException(folder + " has no counters of " + box.device());
    }

    private static long ruleCount(JsonNode rules, String comment) {
        for (JsonNode entry : rules) {
            JsonNode rule = entry.path("rule");
            if (rule.path("comment").asText().equals(comment)) {
                return rule.path("expr").findValue("counter").path("packets").asLong();
            }
        }
        return 0;
    }
}
