// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sojourn.engine.link.Part;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.settings.WireSettings;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads a policy file and says everything that is wrong with it at once. */
final class PolicyFile {
    /** Room for 100 000 classes and as many subscribers. */
    private static final int SIZE_LIMIT_BYTES = 64 << 20;
    /** A node that needs more of the short form has classes: links. */
    private static final int QUEUE_LIMIT = 100;

    private static final int NESTING_LIMIT = 64;

    private static final ObjectMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .loaderOptions(limits())
            .build());
    private static final Set<String> SHORT_KEYS = Set.of("node", "lengthAccounting", "queues", "bounds");
    private static final Set<String> KEYS = Set.of(
            "node",
            "lengthAccounting",
            "queues",
            "bounds",
            "hosts",
            "interfaces",
            "links",
            "rules",
            "subscribers",
            "default");

    private final List<PolicyProblem> problems = new ArrayList<>();
    private final List<PolicyProblem> warnings = new ArrayList<>();
    private final Written written = new Written();
    private final List<LinkPolicy> links = new ArrayList<>();
    private final List<QueuePolicy> queues = new ArrayList<>();

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
        top.allow(KEYS);
        String node = top.required("node", "name the node", PolicyFile::name);
        Lengths lengths = Lengths.read(top);
        BoundsReader bounds = BoundsReader.of(top.section("bounds"));
        Policy.Choice choice = top.has("links") ? links(top, lengths, bounds) : shortForm(top, lengths, bounds);
        if (node == null || !problems.isEmpty()) {
            return null;
        }
        written.names(top);
        Policy.Choice whole = choice.withShadows();
        warnings.addAll(Warnings.ofTrees(links));
        warnings.addAll(Warnings.of(whole, queues, top.has("links")));
        return compiles(whole, top) ? new Policy(node, lengths, links, queues, whole, written, warnings) : null;
    }

    /** Rules that pair long lists of addresses come to more combinations than the classifier takes. */
    private static boolean compiles(Policy.Choice choice, PolicySection top) {
        try {
            var unused = choice.chooser();
            return true;
        } catch (IllegalArgumentException e) {
            top.problem("rules", String.valueOf(e.getMessage()), "less", "use fewer or wider prefixes in one rule");
            return false;
        }
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

    private Policy.Choice links(PolicySection top, Lengths lengths, BoundsReader sharedBounds) {
        if (top.has("queues")) {
            top.problem("queues", "beside links", "left out, or alone", "write each queue as a link with a queue");
        }
        Leaves leaves = new Leaves();
        links.addAll(new LinkReader(written, leaves, lengths.mtuBytes()).read(top));
        SubscriberReader subscribers = SubscriberReader.of(top, leaves);
        MatchReader.Names names = new MatchReader.Names(Hosts.read(top), subscribers.addresses(), interfaces(top));
        List<FileRule> rules = new RuleReader(leaves, new MatchReader(names)).read(top);
        Integer byDefault = RuleReader.placeOf(top, "default", leaves);
        if (problems.isEmpty()) {
            leafPolicies(top, leaves, lengths, sharedBounds);
        }
        return new Policy.Choice(
                rules,
                List.of(),
                subscribers.entries(),
                subscribers.places(),
                byDefault == null ? QueueChooser.NONE : byDefault);
    }

    private void leafPolicies(PolicySection top, Leaves leaves, Lengths lengths, BoundsReader sharedBounds) {
        List<Map<String, QueueSettings>> onWire = new ArrayList<>();
        for (LinkPolicy link : links) {
            Part root = link.root();
            onWire.add(WireSettings.of(root, lengths.onWire()));
        }
        for (Leaves.Leaf leaf : leaves.leaves()) {
            QueueSettings settings = onWire.get(leaf.link()).get(leaf.name());
            if (settings == null) {
                throw new IllegalStateException("class " + leaf.name() + " was read and is in no tree");
            }
            SettingBounds defaults =
                    SettingBounds.around(settings, lengths.mtuBytes()).widenedTo(settings);
            SettingBounds bounds = leaf.bounds().over(sharedBounds.over(defaults));
            String problem = bounds.problem(settings);
            if (problem != null) {
                top.problem(leaf.path(), problem, "within the bounds of the file", "widen bounds or change the queue");
            }
            queues.add(new QueuePolicy(leaf.name(), leaf.link(), settings, bounds));
        }
    }

    private Policy.Choice shortForm(PolicySection top, Lengths lengths, BoundsReader sharedBounds) {
        for (String key : top.keys()) {
            if (KEYS.contains(key) && !SHORT_KEYS.contains(key)) {
                top.problem(key, "without links", "beside links", "write links, or take it away");
            }
        }
        List<FileRule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<PolicySection> sections = top.sections("queues");
        if (sections.size() > QUEUE_LIMIT) {
            top.problem("queues", sections.size() + " queues", "at most " + QUEUE_LIMIT, "split the node");
            sections = List.of();
        }
        LengthAccounting accounting = lengths.onWire();
        MatchReader matches = new MatchReader(MatchReader.Names.NONE);
        for (PolicySection section : sections) {
            PolicyQueueReader.Entry entry = new PolicyQueueReader(section, accounting, lengths.mtuBytes(), sharedBounds)
                    .read(queues.size(), matches, written);
            if (entry != null && !names.add(entry.queue().name())) {
                section.problem(section.at("name"), entry.queue().name(), "a name of its own", "rename one of the two");
            } else if (entry != null) {
                links.add(entry.link());
                queues.add(entry.queue());
                rules.add(entry.rule());
            }
        }
        return new Policy.Choice(rules, List.of(), List.of(), List.of(), QueueChooser.NONE);
    }

    private static List<String> interfaces(PolicySection top) {
        return top.values("interfaces", "write it as [wan0, lan0]", PolicyFile::name);
    }

    static String name(String field, String text) {
        if (text.isBlank() || text.length() > 256 || text.indexOf('/') >= 0) {
            throw new OutOfRange(field, "\"" + text + "\"", "1 to 256 characters, not blank, without /");
        }
        return text;
    }

    private static LoaderOptions limits() {
        LoaderOptions limits = new LoaderOptions();
        limits.setCodePointLimit(SIZE_LIMIT_BYTES);
        limits.setNestingDepthLimit(NESTING_LIMIT);
        return limits;
    }
}
