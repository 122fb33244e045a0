// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Units;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code queues}. */
final class PolicyQueueReader {
    private static final Set<String> QUEUE_KEYS = Set.of("name", "match", "policer", "shaper", "bounds");
    private static final Set<String> MATCH_KEYS =
            Set.of("source", "destination", "protocol", "sourcePort", "destinationPort");
    private static final Set<String> POLICER_KEYS = Set.of("rate", "burst");
    private static final Set<String> SHAPER_KEYS = Set.of("rate", "burst", "limit", "limitBytes");
    private static final Map<String, Integer> PROTOCOLS =
            Map.of("icmp", 1, "tcp", 6, "udp", 17, "gre", 47, "esp", 50, "icmpv6", 58, "sctp", 132);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final String SIZE_MEND = "write it as 625000B";

    private final PolicySection queue;
    private final LengthAccounting accounting;
    private final BoundsReader sharedBounds;

    PolicyQueueReader(PolicySection queue, LengthAccounting accounting, BoundsReader sharedBounds) {
        this.queue = queue;
        this.accounting = accounting;
        this.sharedBounds = sharedBounds;
    }

    /** Null when something needed is wrong; what, is among the section's problems. */
    @Nullable
    QueuePolicy read() {
        queue.allow(QUEUE_KEYS);
        String name = queue.required("name", "name the queue", PolicyFile::name);
        Match match = match(queue.section("match"));
        QueueSettings settings = settings();
        BoundsReader ownBounds = BoundsReader.of(queue.section("bounds"));
        if (settings == null) {
            return null;
        }
        SettingBounds defaults = SettingBounds.around(settings, Policy.mtuBytes(accounting));
        SettingBounds bounds = ownBounds.over(sharedBounds.over(defaults));
        String problem = bounds.problem(settings);
        if (problem != null) {
            queue.problem(queue.path(), problem, "within the bounds of the file", "widen bounds or change the queue");
        }
        return name == null ? null : new QueuePolicy(name, match, settings, bounds);
    }

    private @Nullable QueueSettings settings() {
        PolicySection policer = queue.section("policer");
        PolicySection shaper = queue.section("shaper");
        if ((policer == null) == (shaper == null)) {
            queue.problem(
                    queue.path(),
                    policer == null ? "neither policer nor shaper" : "both policer and shaper",
                    "one of the two",
                    "say what the queue does");
            return null;
        }
        return policer != null ? policer(policer) : shaper(shaper);
    }

    private @Nullable QueueSettings policer(PolicySection section) {
        section.allow(POLICER_KEYS);
        Long rate = rate(section);
        Long burst = burst(section);
        return rate == null || burst == null ? null : QueueSettings.policer(rate, burst, accounting);
    }

    private @Nullable QueueSettings shaper(@Nullable PolicySection section) {
        if (section == null) {
            return null;
        }
        section.allow(SHAPER_KEYS);
        Long rate = rate(section);
        Long burst = burst(section);
        Long limitPackets = section.value("limit", "write it as 200p", PolicyQueueReader::limitPackets);
        Long limitBytes = section.value("limitBytes", SIZE_MEND, this::limitBytes);
        if (!section.has("limit") && !section.has("limitBytes")) {
            section.problem(section.path(), "no limit", "a limit or limitBytes", "say how much may wait: limit: 200p");
            return null;
        }
        return rate == null || burst == null
                ? null
                : new QueueSettings(Discipline.SHAPER, rate, burst, limitPackets, limitBytes, null, null, accounting);
    }

    private static @Nullable Long rate(PolicySection section) {
        return section.required("rate", "write it as 20Mbit", PolicyQueueReader::rate);
    }

    private static Long rate(String field, String text) {
        long bitsPerSecond = Units.rateBitsPerSecond(field, text);
        if (bitsPerSecond < 8 || bitsPerSecond > 1_000_000_000_000L) {
            throw new OutOfRange(field, text, "from 8bit to 1000Gbit");
        }
        return bitsPerSecond;
    }

    private @Nullable Long burst(PolicySection section) {
        return section.required("burst", SIZE_MEND, this::atLeastOnePacket);
    }

    /** RFC 2697 section 2: a burst size "should be larger than or equal to the size of the largest possible packet". */
    private Long atLeastOnePacket(String field, String text) {
        long bytes = Units.sizeBytes(field, text);
        long mtuBytes = Policy.mtuBytes(accounting);
        if (bytes < mtuBytes || bytes > 1 << 30) {
            throw new OutOfRange(field, text, "from " + mtuBytes + "B, one packet, to 1073741824B");
        }
        return bytes;
    }

    private Long limitBytes(String field, String text) {
        long bytes = Units.sizeBytes(field, text);
        long mtuBytes = Policy.mtuBytes(accounting);
        if (bytes < mtuBytes || bytes > 1L << 32) {
            throw new OutOfRange(field, text, "from " + mtuBytes + "B, one packet, to 4294967296B");
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

    private static Match match(@Nullable PolicySection section) {
        if (section == null) {
            return Match.ANY;
        }
        section.allow(MATCH_KEYS);
        String prefixMend = "write it as 10.77.2.0/24";
        return new Match(
                section.value("source", prefixMend, Prefix::parse),
                section.value("destination", prefixMend, Prefix::parse),
                section.value("protocol", "write tcp, udp or a number", PolicyQueueReader::protocol),
                section.value("sourcePort", "write one port", PolicyQueueReader::port),
                section.value("destinationPort", "write one port", PolicyQueueReader::port));
    }

    private static Integer protocol(String field, String text) {
        Integer known = PROTOCOLS.get(text.toLowerCase(Locale.ROOT));
        return known != null ? known : number(field, text, 255);
    }

    private static Integer port(String field, String text) {
        return number(field, text, 65_535);
    }

    private static Integer number(String field, String text, int most) {
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) > most) {
            throw new OutOfRange(field, text, "a whole number from 0 to " + most);
        }
        return Integer.valueOf(text);
    }
}
