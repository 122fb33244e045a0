// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.node.yaml.YamlSection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a group of flows carries: {@code tcp}, {@code udp}, {@code chunks} or {@code ping}. */
final class TrafficReader {
    private static final double RATIO_PARTS = 1e9;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final int FULL_IP_BYTES = 1_500;
    /** IP and UDP header, or IP and ICMP header. */
    private static final int HEADER_BYTES = 28;

    static final List<String> KINDS = List.of("tcp", "udp", "chunks", "ping");

    static final Parameter OFFERED = Parameter.optional(
            "offered",
            Unit.BITS_PER_SECOND,
            1_000,
            100_000_000_000L,
            "payload that a tcp application has to send; without it always more");
    private static final Parameter RATE =
            Parameter.required("rate", Unit.BITS_PER_SECOND, 1_000, 100_000_000_000L, "of each flow, IP bytes counted");
    private static final Parameter PACKET =
            Parameter.of("packet", Unit.BYTES, HEADER_BYTES, FULL_IP_BYTES, FULL_IP_BYTES, "IP length of each");
    private static final Parameter JITTER = Parameter.of(
            "jitter",
            Unit.RATIO,
            0,
            1_000_000_000,
            500_000_000,
            "each gap is its mean times 1 - this to 1 + this, evenly: a strict beat would lock in with a bucket's");
    private static final Parameter ON =
            Parameter.optional("on", Unit.NANOSECONDS, 1_000_000, HOUR_NANOS, "length of a burst");
    private static final Parameter OFF =
            Parameter.optional("off", Unit.NANOSECONDS, 1_000_000, HOUR_NANOS, "silence after it");
    private static final Parameter RANDOM =
            Parameter.onOff("random", false, "whether both are exponentially distributed around those means");
    private static final Parameter CHUNK =
            Parameter.required("chunk", Unit.BYTES, 1_000, 1_000_000_000, "payload sent for one request");
    private static final Parameter PERIOD = Parameter.required(
            "period",
            Unit.NANOSECONDS,
            1_000_000,
            HOUR_NANOS,
            "playing time of a chunk: the next request comes so much later");
    private static final Parameter INTERVAL = Parameter.of(
            "interval", Unit.NANOSECONDS, 1_000_000, HOUR_NANOS, 1_000_000_000, "from one request to the next");
    private static final Parameter PROBE = Parameter.of(
            "packet", Unit.BYTES, HEADER_BYTES, FULL_IP_BYTES, 84, "IP length of each, as ping(8) sends them");

    static final List<Parameter> UDP_KEYS = List.of(RATE, PACKET, JITTER, ON, OFF, RANDOM);
    static final List<Parameter> CHUNK_KEYS = List.of(CHUNK, PERIOD);
    static final List<Parameter> PING_KEYS = List.of(INTERVAL, PROBE);

    private TrafficReader() {}

    /** @param group its own keys have been looked at */
    static @Nullable Traffic read(YamlSection group) {
        List<String> kinds = KINDS.stream().filter(group::has).toList();
        if (kinds.size() != 1) {
            group.problem(
                    group.path(),
                    kinds.isEmpty() ? "no sender" : String.join(" and ", kinds),
                    "one of tcp, udp, chunks and ping",
                    kinds.isEmpty()
                            ? "write tcp: { algorithm: reno }"
                            : "take one away; a case does with " + kinds.get(0) + ": null");
            return null;
        }
        if (group.has("offered") && !group.has("tcp")) {
            group.problem(group.at("offered"), "beside " + kinds.get(0), "beside tcp", "take it away");
        }
        YamlSection inside = group.section(kinds.get(0));
        if (inside == null || !inside.isMapping()) {
            return null;
        }
        return switch (kinds.get(0)) {
            case "tcp" -> bulk(group, inside);
            case "udp" -> udp(inside);
            case "chunks" -> chunks(inside);
            default -> ping(inside);
        };
    }

    private static @Nullable Traffic bulk(YamlSection group, YamlSection section) {
        TcpSettings tcp = TcpReader.read(section);
        Settings offered = Keys.values(group, List.of(OFFERED));
        return tcp == null ? null : new Traffic.Bulk(tcp, offered.has(OFFERED) ? (Long) offered.value(OFFERED) : null);
    }

    private static @Nullable Traffic udp(YamlSection section) {
        int before = section.problems();
        Settings settings = Keys.read(section, UDP_KEYS);
        if (section.has("on") != section.has("off")) {
            section.problem(
                    section.at(section.has("on") ? "off" : "on"),
                    "missing",
                    "given with " + (section.has("on") ? "on" : "off"),
                    "write both, or none for a rate without pauses");
        } else if (section.has("random") && !section.has("on")) {
            section.problem(section.at("random"), "without on and off", "beside them", "take it away");
        }
        if (section.problems() > before) {
            return null;
        }
        Traffic.ConstantRate rate = new Traffic.ConstantRate(
                settings.value(RATE), settings.intValue(PACKET), settings.value(JITTER) / RATIO_PARTS);
        return settings.has(ON)
                ? new Traffic.OnOff(rate, settings.value(ON), settings.value(OFF), settings.isOn(RANDOM))
                : rate;
    }

    private static @Nullable Traffic chunks(YamlSection section) {
        int before = section.problems();
        Settings settings = Keys.read(section, CHUNK_KEYS, "tcp");
        TcpSettings tcp = TcpReader.read(section.sectionOrEmpty("tcp"));
        return tcp == null || section.problems() > before
                ? null
                : new Traffic.Chunks(tcp, settings.value(CHUNK), settings.value(PERIOD));
    }

    private static @Nullable Traffic ping(YamlSection section) {
        int before = section.problems();
        Settings settings = Keys.read(section, PING_KEYS);
        return section.problems() > before
                ? null
                : new Traffic.Ping(settings.value(INTERVAL), settings.intValue(PROBE));
    }
}
