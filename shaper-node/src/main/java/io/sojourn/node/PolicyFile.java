// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a policy file and says everything that is wrong with it at once. */
final class PolicyFile {
    private static final long SIZE_LIMIT_BYTES = 1 << 20;
    /** As many samples as fit into one record of the {@code samples} topic with room for flows and trails. */
    private static final int QUEUE_LIMIT = 100;

    private static final ObjectMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());
    private static final Map<String, LengthAccounting> ACCOUNTINGS = Map.of(
            "ip", LengthAccounting.IP, "ethernet", LengthAccounting.ETHERNET, "on-wire", LengthAccounting.ON_WIRE);
    private static final Set<String> TOP_KEYS = Set.of("node", "lengthAccounting", "queues", "bounds");

    private final List<PolicyProblem> problems = new ArrayList<>();

    private PolicyFile() {}

    static Policy read(Path file) throws IOException {
        if (Files.size(file) > SIZE_LIMIT_BYTES) {
            throw new PolicyException(
                    file.toString(),
                    List.of(new PolicyProblem(
                            "policy",
                            Files.size(file) + " bytes",
                            "at most " + SIZE_LIMIT_BYTES + " bytes",
                            "give the node a policy file")));
        }
        return parse(file.toString(), Files.readString(file));
    }

    static Policy parse(String source, String yaml) {
        PolicyFile reader = new PolicyFile();
        Policy policy = reader.policy(yaml);
        if (!reader.problems.isEmpty() || policy == null) {
            throw new PolicyException(source, reader.problems);
        }
        return policy;
    }

    private @Nullable Policy policy(String yaml) {
        JsonNode tree = tree(yaml);
        if (tree == null) {
            return null;
        }
        PolicySection top = new PolicySection(tree, "", problems);
        top.allow(TOP_KEYS);
        String node = top.required("node", "name the node", PolicyFile::name);
        LengthAccounting given = top.value("lengthAccounting", "write ip, ethernet or on-wire", PolicyFile::accounting);
        LengthAccounting accounting = given == null ? LengthAccounting.ETHERNET : given;
        BoundsReader bounds = BoundsReader.of(top.section("bounds"));
        List<QueuePolicy> queues = queues(top, accounting, bounds);
        return node == null ? null : new Policy(node, accounting, queues);
    }

    private @Nullable JsonNode tree(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? "policy"
                    : "line " + e.getLocation().getLineNr();
            String what =
                    String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
            problems.add(new PolicyProblem(where, what, "YAML", "mend the line or the one before"));
            return null;
        }
    }

    private List<QueuePolicy> queues(PolicySection top, LengthAccounting accounting, BoundsReader sharedBounds) {
        List<QueuePolicy> queues = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<PolicySection> sections = top.sections("queues");
        if (sections.size() > QUEUE_LIMIT) {
            top.problem("queues", sections.size() + " queues", "at most " + QUEUE_LIMIT, "split the node");
            return queues;
        }
        for (PolicySection section : sections) {
            QueuePolicy queue = new PolicyQueueReader(section, accounting, sharedBounds).read();
            if (queue != null && !names.add(queue.name())) {
                section.problem(section.at("name"), queue.name(), "a name of its own", "rename one of the two");
            } else if (queue != null) {
                queues.add(queue);
            }
        }
        return queues;
    }

    static String name(String field, String text) {
        if (text.isBlank() || text.length() > 256 || text.indexOf('/') >= 0) {
            throw new OutOfRange(field, "\"" + text + "\"", "1 to 256 characters, not blank, without /");
        }
        return text;
    }

    private static LengthAccounting accounting(String field, String text) {
        LengthAccounting accounting = ACCOUNTINGS.get(text.toLowerCase(Locale.ROOT));
        if (accounting == null) {
            throw new OutOfRange(field, text, "ip, ethernet or on-wire");
        }
        return accounting;
    }
}
