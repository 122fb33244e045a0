// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.TcpSettings.Algorithm;
import io.sojourn.lab.plan.TcpSettings.Recovery;
import io.sojourn.node.yaml.YamlSection;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reads {@code tcp}. */
final class TcpReader {
    private static final int WINDOW_BYTES = 64_512;
    /** IPv4 and TCP headers with 20 bytes of options at most, in 1500. */
    private static final int LEAST_PAYLOAD_BYTES = 1_440;

    private static final int MOST_PAYLOAD_BYTES = 1_460;

    /** In the order of their words. */
    private static final List<Algorithm> ALGORITHMS =
            List.of(Algorithm.RENO, Algorithm.CUBIC, Algorithm.LINUX_CUBIC, Algorithm.BBR);

    private static final List<Recovery> RECOVERIES = List.of(Recovery.NEW_RENO, Recovery.SACK, Recovery.RACK);

    private static final Parameter LIKE =
            Parameter.word("like", List.of("linux", "windows"), "the hosts whose defaults the rest has");
    private static final Parameter ALGORITHM = word(
            "algorithm",
            List.of("reno", "cubic", "linux-cubic", "bbr"),
            tcp -> ALGORITHMS.indexOf(tcp.algorithm()),
            "congestion control; with linux linux-cubic, with windows reno");
    private static final Parameter RECOVERY = word(
            "recovery",
            List.of("new-reno", "sack", "rack"),
            tcp -> RECOVERIES.indexOf(tcp.recovery()),
            "how losses are found; with linux rack, with windows sack");
    private static final Parameter PAYLOAD = preset(
            "payload",
            Unit.BYTES,
            LEAST_PAYLOAD_BYTES,
            MOST_PAYLOAD_BYTES,
            TcpSettings::payloadBytes,
            "of a full segment of 1500 bytes; with linux 1448B, with windows 1460B");
    private static final Parameter WINDOW = Parameter.of(
            "window",
            Unit.BYTES,
            MOST_PAYLOAD_BYTES,
            (long) TcpSettings.WINDOW_LIMIT_SEGMENTS * LEAST_PAYLOAD_BYTES,
            WINDOW_BYTES,
            "that the receiver offers, whole segments of it");
    private static final Parameter INITIAL_WINDOW =
            preset("initialWindow", Unit.COUNT, 1, 1_000, TcpSettings::initialWindowSegments, "segments (RFC 6928)");
    private static final Parameter RTO_FLOOR = preset(
            "rtoFloor",
            Unit.NANOSECONDS,
            1_000_000,
            60_000_000_000L,
            TcpSettings::rtoFloorNanos,
            "least retransmission timeout; with linux 200ms, with windows 300ms");
    private static final Parameter DELAYED_ACK = preset(
            "delayedAck",
            Unit.NANOSECONDS,
            1_000,
            1_000_000_000,
            TcpSettings::delayedAckNanos,
            "how long one segment waits for its acknowledgment; with linux 40ms, with windows 50ms");
    private static final Parameter PACING =
            Parameter.onOff("pacing", false, "whether segments leave evenly spaced; with bbr they always do");

    static final List<Parameter> KEYS =
            List.of(LIKE, ALGORITHM, RECOVERY, PAYLOAD, WINDOW, INITIAL_WINDOW, RTO_FLOOR, DELAYED_ACK, PACING);

    private TcpReader() {}

    static @Nullable TcpSettings read(YamlSection tcp) {
        int before = tcp.problems();
        Settings settings = Keys.read(tcp, KEYS);
        if (tcp.problems() > before) {
            return null;
        }
        int payloadBytes = settings.intValue(PAYLOAD);
        return new TcpSettings(
                ALGORITHMS.get(settings.intValue(ALGORITHM)),
                RECOVERIES.get(settings.intValue(RECOVERY)),
                settings.intValue(WINDOW) / payloadBytes,
                payloadBytes,
                settings.intValue(INITIAL_WINDOW),
                settings.value(RTO_FLOOR),
                settings.value(DELAYED_ACK),
                settings.isOn(PACING));
    }

    private static TcpSettings preset(Settings before) {
        return before.has(LIKE) && before.value(LIKE) == 1
                ? TcpSettings.windowsReno()
                : TcpSettings.linux(Algorithm.LINUX_CUBIC);
    }

    private static Parameter preset(
            String name, Unit unit, long least, long most, ToLongFunction<TcpSettings> byDefault, String meaning) {
        return Parameter.computed(
                name, unit, least, most, (before, link) -> byDefault.applyAsLong(preset(before)), meaning);
    }

    private static Parameter word(
            String name, List<String> words, ToLongFunction<TcpSettings> byDefault, String meaning) {
        return new Parameter(
                name,
                Unit.WORD,
                0,
                words.size() - 1,
                (before, link) -> byDefault.applyAsLong(preset(before)),
                false,
                words,
                meaning);
    }
}
