// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Part;
import io.sojourn.node.settings.PartChange;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.yaml.UnitHint;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Units;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code queues}, the short form: a link with one queue, and the rule that leads to it. */
final class PolicyQueueReader {
    private static final Set<String> QUEUE_KEYS = Set.of("name", "match", "policer", "shaper", "bounds");
    private static final Set<String> POLICER_KEYS = Set.of("rate", "burst");
    private static final Set<String> SHAPER_KEYS = Set.of("rate", "burst", "limit", "limitBytes");
    private static final String SIZE_MEND = "write it as 625000B";

    private final YamlSection queue;
    private final LengthAccounting accounting;
    private final int mtuBytes;
    private final BoundsReader sharedBounds;

    /** What an entry comes to. */
    record Entry(LinkPolicy link, QueuePolicy queue, FileRule rule) {}

    PolicyQueueReader(YamlSection queue, LengthAccounting accounting, int mtuBytes, BoundsReader sharedBounds) {
        this.queue = queue;
        this.accounting = accounting;
        this.mtuBytes = mtuBytes;
        this.sharedBounds = sharedBounds;
    }

    /**
     * Null when something needed is wrong; what, is among the section's problems.
     *
     * @param place of the queue, and of its link, in the policy
     */
    @Nullable
    Entry read(int place, MatchReader matches, Written written) {
        queue.allow(QUEUE_KEYS);
        String name = queue.required("name", "name the queue", PolicyFile::name);
        YamlSection match = queue.section("match");
        FileRule rule = new FileRule(
                queue.path(),
                match == null ? "any" : match.written(),
                matches.read(match, place),
                name == null ? "" : name);
        QueueSettings settings = settings();
        BoundsReader ownBounds = BoundsReader.of(queue.section("bounds"));
        if (settings == null) {
            return null;
        }
        SettingBounds bounds = ownBounds.over(sharedBounds.over(SettingBounds.around(settings, mtuBytes)));
        ownBounds.check(queue, queue.path(), name == null ? "the queue" : name, bounds, settings, sharedBounds);
        if (name == null) {
            return null;
        }
        LinkFacts facts = new LinkFacts(LinkFacts.UNLIMITED, mtuBytes);
        Part root = PartChange.fresh(name, settings, facts);
        note(root, written);
        return new Entry(new LinkPolicy(name, root, facts), new QueuePolicy(name, place, settings, bounds), rule);
    }

    private void note(Part part, Written written) {
        if (part instanceof Part.Shaped shaped) {
            written.add(shaped.settings(), SHAPER_KEYS);
            note(shaped.inner(), written);
        } else if (part instanceof Part.Queue leaf) {
            YamlSection shaper = queue.section("shaper");
            written.add(leaf.settings(), shaper == null ? Set.of() : Set.copyOf(shaper.keys()));
            leaf.meters().forEach(meter -> written.add(meter.settings(), POLICER_KEYS));
        }
    }

    private @Nullable QueueSettings settings() {
        YamlSection policer = queue.section("policer");
        YamlSection shaper = queue.section("shaper");
        if ((policer == null) == (shaper == null)) {
            queue.problem(
                    queue.path(),
                    policer == null ? "neither policer nor shaper" : "both policer and shaper",
                    "one of the two",
                    "say what the queue does");
        }
        QueueSettings policed = policer == null ? null : policer(policer);
        QueueSettings shaped = shaper(shaper);
        return policer != null && shaper != null ? null : policed != null ? policed : shaped;
    }

    private @Nullable QueueSettings policer(YamlSection section) {
        section.allow(POLICER_KEYS);
        Long rate = rate(section);
        Long burst = burst(section);
        return rate == null || burst == null ? null : QueueSettings.policer(rate, burst, accounting);
    }

    private @Nullable QueueSettings shaper(@Nullable YamlSection section) {
        if (section == null) {
            return null;
        }
        section.allow(SHAPER_KEYS);
        Long rate = rate(section);
        Long burst = burst(section);
        Long limitPackets = section.value(
                "limit", "write it as 200p", UnitHint.with(Unit.PACKETS, PolicyQueueReader::limitPackets));
        Long limitBytes = section.value("limitBytes", SIZE_MEND, UnitHint.with(Unit.BYTES, this::limitBytes));
        if (section.isMapping() && !section.has("limit") && !section.has("limitBytes")) {
            section.problem(section.path(), "no limit", "a limit or limitBytes", "say how much may wait: limit: 200p");
            return null;
        }
        return rate == null || burst == null
                ? null
                : new QueueSettings(Discipline.SHAPER, rate, burst, limitPackets, limitBytes, null, null, accounting);
    }

    private static @Nullable Long rate(YamlSection section) {
        return section.required(
                "rate", "write it as 20Mbit", UnitHint.with(Unit.BITS_PER_SECOND, PolicyQueueReader::rate));
    }

    private static Long rate(String field, String text) {
        long bitsPerSecond = Units.rateBitsPerSecond(field, text);
        if (bitsPerSecond < 8 || bitsPerSecond > 1_000_000_000_000L) {
            throw new OutOfRange(field, text, "from 8bit to 1000Gbit");
        }
        return bitsPerSecond;
    }

    private @Nullable Long burst(YamlSection section) {
        return section.required("burst", SIZE_MEND, UnitHint.with(Unit.BYTES, this::atLeastOnePacket));
    }

    /** RFC 2697 section 2: a burst size "should be larger than or equal to the size of the largest possible packet". */
    private Long atLeastOnePacket(String field, String text) {
        long bytes = Units.sizeBytes(field, text);
        if (bytes < mtuBytes || bytes > 1 << 30) {
            throw new OutOfRange(field, text, "from " + mtuBytes + "B, one packet, to 1024MiB");
        }
        return bytes;
    }

    private Long limitBytes(String field, String text) {
        long bytes = Units.sizeBytes(field, text);
        if (bytes < mtuBytes || bytes > 1L << 32) {
            throw new OutOfRange(field, text, "from " + mtuBytes + "B, one packet, to 4096MiB");
        }
        return bytes;
    }

    private static Long limitPackets(String field, String text) {
        long packets = Units.packets(field, text);
        if (packets < 1 || packets > 1_000_000) {
            throw new OutOfRange(field, text, "from 1p to 1000000p");
        }
        return packets;
    }
}
