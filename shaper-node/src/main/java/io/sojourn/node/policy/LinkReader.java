// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.settings.Disciplines;
import io.sojourn.node.yaml.UnitHint;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Units;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code links}: each a tree, and a shaper of the link's rate before it where it has one. */
final class LinkReader {
    private static final int LIMIT = 100;
    private static final long LEAST_RATE_BITS_PER_SECOND = 8;

    private final SettingReader settings;
    private final Written written;
    private final Leaves leaves;
    private final int mtuBytes;

    /** @param mtuBytes a full packet as rates count it, for links that say nothing else */
    LinkReader(Written written, Leaves leaves, int mtuBytes) {
        this.settings = new SettingReader(written);
        this.written = written;
        this.leaves = leaves;
        this.mtuBytes = mtuBytes;
    }

    /** As many links as could be read, by their place. */
    SortedMap<Integer, LinkPolicy> read(YamlSection top) {
        SortedMap<Integer, LinkPolicy> links = new TreeMap<>();
        Map<String, String> names = new HashMap<>();
        List<YamlSection> sections = top.sections("links");
        if (sections.size() > LIMIT) {
            top.problem("links", sections.size() + " links", "at most " + LIMIT, "split the node");
            return links;
        }
        for (int i = 0; i < sections.size(); i++) {
            LinkPolicy link = link(sections.get(i), i, names);
            if (link != null) {
                links.put(i, link);
            }
        }
        return links;
    }

    private @Nullable LinkPolicy link(YamlSection section, int place, Map<String, String> names) {
        Set<String> keys = new HashSet<>(PartReader.KEYS);
        keys.addAll(List.of("name", "rate", "mtu", "classes"));
        section.allow(keys);
        String given = section.required("name", "name the link", PolicyFile::name);
        String other = given == null ? null : names.putIfAbsent(given, section.path());
        if (given != null && other != null) {
            section.problem(
                    section.at("name"), given, "a name of its own, " + other + " has it", "rename one of the two");
        }
        String name = given == null || other != null ? section.path() : given;
        Long rate = section.value("rate", "write it as 100Mbit", UnitHint.with(Unit.BITS_PER_SECOND, LinkReader::rate));
        Long mtu = section.value("mtu", "write it as 1514B", UnitHint.with(Unit.BYTES, LinkReader::mtu));
        LinkFacts facts =
                new LinkFacts(rate == null ? LinkFacts.UNLIMITED : rate, mtu == null ? mtuBytes : Math.toIntExact(mtu));
        Part root = root(section, name, place, facts);
        if (root == null) {
            return null;
        }
        return new LinkPolicy(name, rate == null ? root : kept(root, rate, facts), facts);
    }

    private @Nullable Part root(YamlSection section, String name, int place, LinkFacts facts) {
        PartReader parts = new PartReader(settings, leaves, place);
        List<Metered> meters = parts.meters(section, facts);
        if (section.has("queue")) {
            leaves.name(section, name);
        }
        if (section.has("scheduler") && section.has("meters")) {
            section.problem(
                    section.at("meters"), "before a scheduler", "before a class or a queue", "move them to a class");
        }
        return parts.read(section, name, facts, null, meters);
    }

    /** Keeps the link to its rate, as {@code shaper: { rate }} would: all but the rate as the shaper itself has it. */
    private Part kept(Part root, long rateBitsPerSecond, LinkFacts facts) {
        Map<String, Long> given = Map.of("rate", rateBitsPerSecond);
        Settings values = Settings.of(Disciplines.TBF.parameters(), given, facts);
        written.add(values, Set.of("rate"));
        return new Part.Shaped(Disciplines.TBF, values, root);
    }

    private static Long rate(String field, String text) {
        long bitsPerSecond = Units.rateBitsPerSecond(field, text);
        if (bitsPerSecond < LEAST_RATE_BITS_PER_SECOND || bitsPerSecond > LinkFacts.UNLIMITED) {
            throw new OutOfRange(field, text, "from 8bit to 1000Gbit");
        }
        return bitsPerSecond;
    }

    private static Long mtu(String field, String text) {
        long bytes = Units.sizeBytes(field, text);
        if (bytes < 64 || bytes > 1 << 17) {
            throw new OutOfRange(field, text, "from 64B to 128KiB");
        }
        return bytes;
    }
}
