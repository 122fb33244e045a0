// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit on packets a second, whatever their length: a token bucket of packets for the class, or for each source,
 * destination or flow.
 *
 * <p>Source: iptables-extensions(8), "hashlimit" with srcip or dstip; the bucket is that of RFC 3290 section 5.1.3 with
 * packets for bytes. Exact: credit is counted in 10^-9 packets.
 *
 * <p>Buckets are found by the hash of an address, so two of 2^32 may share one. At most {@code entries} are kept; when
 * one more is needed, the one used least recently is forgotten, and would begin full again. So whoever sends at least
 * once in every {@code entries} packets keeps its bucket. Memory: at most 40 bytes an entry, 2.6 MB for 65 536; no more
 * than twice what was needed so far.
 */
public final class PacketRate implements Conditioning {
    private static final long BURST_LIMIT_PACKETS = 1_000_000;
    private static final Parameter RATE =
            Parameter.required("rate", Unit.PACKETS_PER_SECOND, 1, 1_000_000_000, "packets that pass in the long run");
    private static final Parameter BURST = Parameter.computed(
            "burst",
            Unit.PACKETS,
            1,
            BURST_LIMIT_PACKETS,
            (before, link) -> before.has(RATE) ? defaultBurstPackets(before.value(RATE)) : Settings.ABSENT,
            "packets that pass at once; 250 ms of rate, at least 5");
    private static final Parameter PER =
            Per.parameter(List.of("class", "source", "destination", "flow"), "what has a rate of its own");
    private static final Parameter ENTRIES =
            Parameter.of("entries", Unit.COUNT, 1, 1 << 20, 1 << 16, "most sources, destinations or flows kept apart");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "packet-rate",
            "https://man7.org/linux/man-pages/man8/iptables-extensions.8.html",
            "limit on packets a second, for a class or each source, destination or flow",
            List.of(RATE, BURST, PER, ENTRIES),
            DisciplineType.Check.NONE,
            PacketRate::new);

    private static final long NANOPACKETS = 1_000_000_000;

    private final PacketStore packets;
    private final long seed;
    private KeyTable table;
    private Per per;
    private long ratePacketsPerSecond;
    private long depthNanopackets;
    /** Whole nanoseconds in which an empty bucket earns its depth, rounded down. */
    private long fillNanos;
    /** By slot of the table. */
    private long[] creditNanopackets = new long[0];

    private long[] creditedNanos = new long[0];

    public PacketRate(Settings settings, Surroundings around) {
        packets = around.packets();
        seed = around.seed();
        table = new KeyTable(settings.intValue(ENTRIES), seed);
        per = Per.of(settings, PER);
        set(settings);
    }

    @Override
    public @Nullable DropCause condition(int packet, long nowNanos) {
        long key = per.key(packets, packet);
        int slot = table.find(key);
        if (slot == KeyTable.NONE) {
            slot = admit(key, depthNanopackets, nowNanos);
        } else {
            table.touch(slot);
            earn(slot, nowNanos);
        }
        if (creditNanopackets[slot] < NANOPACKETS) {
            return DropCause.LIMIT;
        }
        creditNanopackets[slot] -= NANOPACKETS;
        return null;
    }

    /** Credit is in packets, so there is none in bytes. */
    @Override
    public long levelBytes(long nowNanos) {
        return -1;
    }

    /** Buckets go on, up to the new depth, the most recently used ones if fewer are kept; if {@code per} changes, none. */
    @Override
    public void configure(Settings settings, long nowNanos) {
        KeyTable before = table;
        long[] credit = creditNanopackets;
        for (int slot = before.oldest(); slot != KeyTable.NONE; slot = before.newerThan(slot)) {
            earn(slot, nowNanos);
        }
        boolean carryOn = Per.of(settings, PER) == per;
        per = Per.of(settings, PER);
        set(settings);
        table = new KeyTable(settings.intValue(ENTRIES), seed);
        creditNanopackets = new long[0];
        creditedNanos = new long[0];
        for (int slot = before.oldest(); carryOn && slot != KeyTable.NONE; slot = before.newerThan(slot)) {
            admit(before.key(slot), Math.min(credit[slot], depthNanopackets), nowNanos);
        }
    }

    /** Buckets kept. */
    int entries() {
        return table.size();
    }

    private void set(Settings settings) {
        ratePacketsPerSecond = settings.value(RATE);
        depthNanopackets = settings.value(BURST) * NANOPACKETS;
        fillNanos = depthNanopackets / ratePacketsPerSecond;
    }

    private int admit(long key, long credit, long nowNanos) {
        if (table.isFull()) {
            table.remove(table.oldest());
        }
        int slot = table.add(key);
        if (creditedNanos.length < table.capacity()) {
            creditNanopackets = Arrays.copyOf(creditNanopackets, table.capacity());
            creditedNanos = Arrays.copyOf(creditedNanos, table.capacity());
        }
        creditNanopackets[slot] = credit;
        creditedNanos[slot] = nowNanos;
        return slot;
    }

    private void earn(int slot, long nowNanos) {
        long elapsedNanos = nowNanos - creditedNanos[slot];
        if (elapsedNanos <= 0) {
            return;
        }
        creditedNanos[slot] = nowNanos;
        // Up to fillNanos the product is at most the depth, 10^15.
        creditNanopackets[slot] = elapsedNanos > fillNanos
                ? depthNanopackets
                : Math.min(depthNanopackets, creditNanopackets[slot] + elapsedNanos * ratePacketsPerSecond);
    }

    private static long defaultBurstPackets(long ratePacketsPerSecond) {
        return Math.min(BURST_LIMIT_PACKETS, Math.max(5, ratePacketsPerSecond / 4));
    }
}
