// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.LengthRule.Cells;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/** What can be set on CAKE. Source: tc-cake(8). */
final class CakeParameters {
    private static final long MICROSECOND = 1_000;
    /** Of the words of {@link #PATH}, in their order. */
    private static final long[] RTT_MICROS = {100_000, 100, 1_000, 10_000, 30_000, 300_000, 1_000_000, 1_000_000_000};

    private static final long LEAST_DEFAULT_BYTES = 4 << 20;
    private static final long MOST_BYTES = 1L << 32;
    /** Packets that Linux lets wait where it knows no rate. */
    private static final long UNLIMITED_PACKETS = 10_240;

    static final Parameter RATE = Parameter.optional(
            "rate", Unit.BITS_PER_SECOND, 1_000, LinkFacts.UNLIMITED, "what it sends at most; none when left out");
    static final Parameter DIFFSERV =
            Parameter.word("diffserv", Diffserv.words(), "tins that code points are sorted into");
    static final Parameter ISOLATION =
            Parameter.word("isolation", Isolation.words(), "what gets a queue, and which hosts share fairly");
    static final Parameter PATH = Parameter.word(
            "path",
            List.of("internet", "datacentre", "lan", "metro", "regional", "oceanic", "satellite", "interplanetary"),
            "distance of most peers, for the default of rtt");
    static final Parameter RTT = Parameter.computed(
            "rtt",
            Unit.NANOSECONDS,
            20 * MICROSECOND,
            1_000_000_000 * MICROSECOND,
            (before, link) -> RTT_MICROS[before.has(PATH) ? before.intValue(PATH) : 0] * MICROSECOND,
            "round trip time of most peers: the interval of signals; the target is a 20th of it");
    static final Parameter ACK_FILTER = Parameter.word(
            "ackFilter", List.of("off", "on", "aggressive"), "takes out ACKs that a later one makes needless");
    static final Parameter OVERHEAD = Parameter.optional(
            "overhead", Unit.BYTES, -64, 256, "added to the IP length; left out, lengths count as they come");
    static final Parameter MPU =
            Parameter.of("mpu", Unit.BYTES, 0, 256, 0, "least length of a packet, overhead included");
    static final Parameter CELL =
            Parameter.word("cell", List.of("none", "atm", "ptm"), "cells or code words that carry the packets");
    static final Parameter MTU = Parameter.computed(
            "mtu", Unit.BYTES, 1, 1 << 20, (before, link) -> link.mtuBytes(), "longest packet; the link's");
    static final Parameter LIMIT_BYTES = Parameter.computed(
            "limitBytes",
            Unit.BYTES,
            1,
            MOST_BYTES,
            CakeParameters::fourIntervals,
            "most bytes that wait: 4 rtt at the rate, at least 4 MiB; without a rate 10240 packets");

    static final List<Parameter> ALL =
            List.of(RATE, DIFFSERV, ISOLATION, PATH, RTT, ACK_FILTER, OVERHEAD, MPU, CELL, MTU, LIMIT_BYTES);

    private CakeParameters() {}

    static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        problems.addAll(LIMIT_BYTES.tooShort(settings, link));
        boolean isKnown = problems.isEmpty() && settings.has(LIMIT_BYTES) && settings.has(MTU);
        if (isKnown && settings.value(LIMIT_BYTES) < settings.value(MTU)) {
            problems.add(new Problem(
                    LIMIT_BYTES.name(),
                    LIMIT_BYTES.text(settings.value(LIMIT_BYTES)),
                    "at least mtu, " + MTU.text(settings.value(MTU)),
                    "raise limitBytes to one packet at least, or leave it out"));
        }
        return problems;
    }

    /** Bits a second; 0 when nothing limits it. */
    static long rate(Settings settings) {
        return settings.has(RATE) ? settings.value(RATE) : 0;
    }

    static Diffserv diffserv(Settings settings) {
        return List.of(Diffserv.values()).get(settings.intValue(DIFFSERV));
    }

    static Isolation isolation(Settings settings) {
        return List.of(Isolation.values()).get(settings.intValue(ISOLATION));
    }

    static CountedLength lengths(Settings settings, PacketStore packets) {
        boolean isRaw = !settings.has(OVERHEAD);
        int overheadBytes = isRaw ? 0 : settings.intValue(OVERHEAD);
        Cells cells = List.of(Cells.values()).get(settings.intValue(CELL));
        return new CountedLength(packets, new LengthRule(overheadBytes, settings.intValue(MPU), cells), isRaw);
    }

    private static long fourIntervals(Settings before, LinkFacts link) {
        if (!before.has(RATE) || !before.has(RTT)) {
            return Math.max(LEAST_DEFAULT_BYTES, UNLIMITED_PACKETS * link.mtuBytes());
        }
        // 4 / 8 bytes a bit; milliseconds first, so that 10^12 bit/s and 10^9 microseconds fit a long.
        long bytesPerMillisecond = before.value(RATE) / 2_000;
        long bytes = bytesPerMillisecond * (before.value(RTT) / MICROSECOND) / 1_000;
        return Math.max(LEAST_DEFAULT_BYTES, Math.min(MOST_BYTES, bytes));
    }
}
