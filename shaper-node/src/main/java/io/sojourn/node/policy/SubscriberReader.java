// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Subscribers;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code subscribers}: whose an address is, and which class takes what no rule takes of it. */
final class SubscriberReader {
    private static final int LIMIT = 100_000;
    private static final Set<String> KEYS = Set.of("name", "addresses", "class", "plan");

    private final Map<String, List<Prefix>> addressesOf = new HashMap<>();
    private final List<Subscribers.Entry> entries = new ArrayList<>();
    private final List<Integer> placeOfOwner = new ArrayList<>();
    private final Map<String, String> pathOfName = new HashMap<>();
    private final Map<Prefix, String> ownerOfPrefix = new HashMap<>();

    /** Reads them all; the classes have been read. */
    static SubscriberReader of(YamlSection top, Leaves leaves) {
        SubscriberReader reader = new SubscriberReader();
        List<YamlSection> sections = top.sectionsIfAny("subscribers");
        if (sections.size() > LIMIT) {
            top.problem("subscribers", sections.size() + " subscribers", "at most " + LIMIT, "split the node");
            return reader;
        }
        sections.forEach(section -> reader.read(section, leaves));
        return reader;
    }

    /** Prefixes by name of the subscriber. */
    Map<String, List<Prefix>> addresses() {
        return addressesOf;
    }

    /** Owners are places in {@link #places}. */
    List<Subscribers.Entry> entries() {
        return entries;
    }

    /** Of each subscriber the place of its class among those with a queue, or {@link QueueChooser#NONE}. */
    List<Integer> places() {
        return placeOfOwner;
    }

    private void read(YamlSection section, Leaves leaves) {
        section.allow(KEYS);
        String name = section.required("name", "name the subscriber", PolicyFile::name);
        section.value("plan", "name the plan", PolicyFile::name);
        List<Prefix> prefixes = section.values("addresses", "write it as [10.77.2.0/24]", Prefixes::parse);
        if (!section.has("addresses")) {
            section.problemOfMapping(
                    section.at("addresses"), "missing", "given", "list the prefixes of the subscriber");
        }
        Integer place = RuleReader.placeOf(section, "class", leaves);
        if (name == null) {
            return;
        }
        addressesOf.putIfAbsent(name, prefixes);
        String holder = pathOfName.putIfAbsent(name, section.path());
        if (holder != null) {
            section.problem(
                    section.at("name"), name, "a name of its own, " + holder + " has it", "rename one of the two");
        }
        int owner = placeOfOwner.size();
        placeOfOwner.add(place == null ? QueueChooser.NONE : place);
        for (Prefix prefix : prefixes) {
            String other = ownerOfPrefix.putIfAbsent(prefix, section.path());
            if (other != null) {
                boolean isOwn = other.equals(section.path());
                section.problem(
                        section.at("addresses"),
                        Prefixes.text(prefix),
                        isOwn ? "written once" : "of one subscriber, " + other + " has it",
                        isOwn ? "take one of the two away" : "take it away from one of the two");
            }
            entries.add(new Subscribers.Entry(prefix, owner));
        }
    }
}
