// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.settings.WireSettings;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Problems;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.node.yaml.YamlText;
import io.sojourn.node.yaml.YamlTree;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a policy file and says everything that is wrong with it at once. */
final class PolicyFile {
    /** Room for 100 000 classes and as many subscribers. */
    private static final int SIZE_LIMIT_BYTES = 64 << 20;
    /** A node that needs more of the short form has classes: links. */
    private static final int QUEUE_LIMIT = 100;

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

    private final Problems problems = problems();
    private final List<YamlProblem> warnings = new ArrayList<>();
    private final Written written = new Written();
    private final List<LinkPolicy> links = new ArrayList<>();
    private final List<QueuePolicy> queues = new ArrayList<>();

    private PolicyFile() {}

    static Policy read(Path file) throws IOException {
        Problems problems = problems();
        String text = YamlText.read(file, SIZE_LIMIT_BYTES, problems);
        if (text == null) {
            throw new PolicyException(file.toString(), problems.found());
        }
        return parse(file.toString(), text);
    }

    private static Problems problems() {
        return new Problems("policy", "begin with node: and the node's name");
    }

    static Policy parse(String source, String yaml) {
        PolicyFile reader = new PolicyFile();
        Policy policy = reader.policy(yaml);
        if (!reader.problems.isEmpty() || policy == null) {
            throw new PolicyException(source, reader.problems.found());
        }
        return policy;
    }

    private @Nullable Policy policy(String yaml) {
        JsonNode tree = YamlTree.read(yaml, problems);
        if (tree == null) {
            return null;
        }
        YamlSection top = new YamlSection(tree, "", problems);
        if (!top.isMapping()) {
            return null;
        }
        top.allow(KEYS);
        String node = top.required("node", "name the node", PolicyFile::name);
        Lengths lengths = Lengths.read(top);
        BoundsReader bounds = BoundsReader.of(top.section("bounds"));
        Policy.Choice choice = choice(top, lengths, bounds);
        if (node == null || !problems.isEmpty()) {
            return null;
        }
        written.names(top);
        Policy.Choice whole = choice.withShadows();
        warnings.addAll(Warnings.ofTrees(links));
        warnings.addAll(TreeWarnings.of(links));
        warnings.addAll(RuleWarnings.of(whole.rules()));
        warnings.addAll(Warnings.of(whole, queues, top.has("links")));
        return compiles(whole, top) ? new Policy(node, lengths, links, queues, whole, written, warnings) : null;
    }

    private Policy.Choice choice(YamlSection top, Lengths lengths, BoundsReader bounds) {
        if (top.has("links")) {
            if (top.has("queues")) {
                top.problem("queues", "beside links", "left out, or alone", "write each queue as a link with a queue");
                shortForm(top, lengths, bounds);
            }
            return links(top, lengths, bounds);
        }
        if (!top.has("queues")) {
            top.problem(
                    "links",
                    "missing",
                    "given, or queues",
                    "write links: and a - name: with queue: fifo for each link");
            return links(top, lengths, bounds);
        }
        for (String key : top.keys()) {
            if (KEYS.contains(key) && !SHORT_KEYS.contains(key)) {
                top.problem(key, "without links", "beside links", "write links, or take it away");
            }
        }
        return shortForm(top, lengths, bounds);
    }

    /** Rules that pair long lists of addresses come to more combinations than the classifier takes. */
    private static boolean compiles(Policy.Choice choice, YamlSection top) {
        try {
            var unused = choice.chooser();
            return true;
        } catch (IllegalArgumentException e) {
            top.problem("rules", String.valueOf(e.getMessage()), "less", "use fewer or wider prefixes in one rule");
            return false;
        }
    }

    private Policy.Choice links(YamlSection top, Lengths lengths, BoundsReader sharedBounds) {
        Leaves leaves = new Leaves();
        leaves.expect(top);
        Map<Integer, LinkPolicy> read =
                top.has("links") ? new LinkReader(written, leaves, lengths.mtuBytes()).read(top) : Map.of();
        links.addAll(read.values());
        SubscriberReader subscribers = SubscriberReader.of(top, leaves);
        MatchReader.Names names = new MatchReader.Names(Hosts.read(top), subscribers.addresses(), interfaces(top));
        List<FileRule> rules = new RuleReader(leaves, new MatchReader(names)).read(top);
        Integer byDefault = RuleReader.placeOf(top, "default", leaves);
        leafPolicies(top, leaves, read, lengths, sharedBounds);
        return new Policy.Choice(
                rules,
                List.of(),
                subscribers.entries(),
                subscribers.places(),
                byDefault == null ? QueueChooser.NONE : byDefault);
    }

    private void leafPolicies(
            YamlSection top, Leaves leaves, Map<Integer, LinkPolicy> read, Lengths lengths, BoundsReader sharedBounds) {
        Map<Integer, Map<String, QueueSettings>> onWire = new HashMap<>();
        read.forEach((place, link) -> onWire.put(place, WireSettings.of(link.root(), lengths.onWire())));
        for (Leaves.Leaf leaf : leaves.leaves()) {
            QueueSettings settings = onWire.getOrDefault(leaf.link(), Map.of()).get(leaf.name());
            if (settings == null && problems.isEmpty()) {
                throw new IllegalStateException("class " + leaf.name() + " was read and is in no tree");
            }
            if (settings == null) {
                continue;
            }
            SettingBounds defaults =
                    SettingBounds.around(settings, lengths.mtuBytes()).widenedTo(settings);
            SettingBounds bounds = leaf.bounds().over(sharedBounds.over(defaults));
            leaf.bounds().check(top, leaf.path(), leaf.name(), bounds, settings, sharedBounds);
            queues.add(new QueuePolicy(leaf.name(), leaf.link(), settings, bounds));
        }
    }

    private Policy.Choice shortForm(YamlSection top, Lengths lengths, BoundsReader sharedBounds) {
        List<FileRule> rules = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        List<YamlSection> sections = top.sections("queues");
        if (sections.size() > QUEUE_LIMIT) {
            top.problem("queues", sections.size() + " queues", "at most " + QUEUE_LIMIT, "split the node");
            sections = List.of();
        }
        LengthAccounting accounting = lengths.onWire();
        MatchReader matches = new MatchReader(MatchReader.Names.NONE);
        for (YamlSection section : sections) {
            PolicyQueueReader.Entry entry = new PolicyQueueReader(section, accounting, lengths.mtuBytes(), sharedBounds)
                    .read(queues.size(), matches, written);
            String name = section.word("name");
            String other = name == null ? null : names.putIfAbsent(name, section.path());
            if (name != null && other != null) {
                section.problem(
                        section.at("name"), name, "a name of its own, " + other + " has it", "rename one of the two");
            } else if (entry != null) {
                links.add(entry.link());
                queues.add(entry.queue());
                rules.add(entry.rule());
            }
        }
        return new Policy.Choice(rules, List.of(), List.of(), List.of(), QueueChooser.NONE);
    }

    private static List<String> interfaces(YamlSection top) {
        List<String> names = top.values("interfaces", "write it as [wan0, lan0]", PolicyFile::name);
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Integer other = places.putIfAbsent(names.get(i), i);
            if (other != null) {
                top.problem("interfaces", names.get(i), "written once", "take one of the two away");
            }
        }
        return names;
    }

    static String name(String field, String text) {
        if (text.isBlank() || text.length() > 256 || text.indexOf('/') >= 0) {
            throw new OutOfRange(field, "\"" + text + "\"", "1 to 256 characters, not blank, without /");
        }
        if (text.chars().anyMatch(PolicyFile::isUnprintable)) {
            throw new Mended(
                    "\"" + text + "\"",
                    "without control characters: tabs, line ends, escapes",
                    "write letters, digits, spaces and signs");
        }
        return text;
    }

    /** Control characters, and those that reverse or hide what stands beside them (Unicode categories Cc, Cf, Zl, Zp). */
    private static boolean isUnprintable(int character) {
        int category = Character.getType(character);
        return category == Character.CONTROL
                || category == Character.FORMAT
                || category == Character.LINE_SEPARATOR
                || category == Character.PARAGRAPH_SEPARATOR;
    }
}
