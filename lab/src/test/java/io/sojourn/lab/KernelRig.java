// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LengthRule;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.meter.PacketRate;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Htb;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.HopPlan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The boxes of the recorded runs, as the rig built them of qdiscs. Rates count the Ethernet header. */
final class KernelRig {
    static final long RATE = 20_000_000;

    private static final String ONLY = "all";
    private static final String PROBES = "probes";
    private static final int TCP = 6;
    private static final int LEAVES = 16;
    private static final int FIRST_PORT = 40_001;

    private KernelRig() {}

    static HopPlan.Box box(String name, Part part) {
        return new HopPlan.Box(name, part, ClassChooser.only(ONLY), LengthRule.ETHERNET);
    }

    static HopPlan.Box policer(long rateBitsPerSecond, long depthBytes, LengthRule lengths) {
        return new HopPlan.Box("box", policer(rateBitsPerSecond, depthBytes), ClassChooser.only(ONLY), lengths);
    }

    static Part policer(long rateBitsPerSecond, long depthBytes) {
        return metered(
                TwoColorPolicer.TYPE,
                settings(TwoColorPolicer.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes)));
    }

    static Part packetPolicer(long packetsPerSecond, long depthPackets) {
        return metered(
                PacketRate.TYPE, settings(PacketRate.TYPE, Map.of("rate", packetsPerSecond, "burst", depthPackets)));
    }

    private static Part metered(DisciplineType.MeterType type, Settings settings) {
        return new Part.Queue(
                ONLY, Fifo.TYPE, settings(Fifo.TYPE, Map.of()), List.of(new Part.Metered(type, settings)));
    }

    static Part tbf(long rateBitsPerSecond, long depthBytes, long limitPackets) {
        return new Part.Shaped(
                Tbf.TYPE,
                settings(Tbf.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes)),
                fifo(ONLY, limitPackets));
    }

    static Part htb(long rateBitsPerSecond, long depthBytes, long limitPackets) {
        return htb(List.of(
                leaf("of " + ONLY, rateBitsPerSecond, rateBitsPerSecond, depthBytes, 0, fifo(ONLY, limitPackets))));
    }

    /** Flows hashed by their source port to 16 leaves that borrow from one parent. */
    static HopPlan.Box fair(long limitPackets) {
        List<Part.Branch> leaves = IntStream.range(0, LEAVES)
                .mapToObj(leaf ->
                        leaf("of " + leaf, 1_000_000, RATE, 1_600, 0, fifo(Integer.toString(leaf), limitPackets)))
                .toList();
        return new HopPlan.Box(
                "box",
                htb(List.of(parent(RATE, 8_000, leaves))),
                header -> Integer.toString((header.sourcePort - FIRST_PORT) % LEAVES),
                LengthRule.ETHERNET);
    }

    /** A customer's shaper: acknowledgments and probes before bulk, which has 20 packets. */
    static HopPlan.Box customer(String name, long rateBitsPerSecond, boolean bulk) {
        long third = rateBitsPerSecond / 3;
        List<Part.Branch> leaves = List.of(
                leaf("of " + PROBES, third, rateBitsPerSecond, 1_600, 1, fifo(PROBES, 20)),
                leaf("of " + ONLY, rateBitsPerSecond - third, rateBitsPerSecond, 1_600, 2, fifo(ONLY, 20)));
        return new HopPlan.Box(
                name,
                htb(List.of(parent(rateBitsPerSecond, 1_600, leaves))),
                header -> bulk && header.protocol == TCP ? ONLY : PROBES,
                LengthRule.ETHERNET);
    }

    private static Part htb(List<Part.Branch> classes) {
        return new Part.Scheduled(Htb.TYPE, settings(Htb.TYPE, Map.of()), classes);
    }

    private static Part.Branch parent(long rateBitsPerSecond, long depthBytes, List<Part.Branch> leaves) {
        return new Part.Branch(
                "root", htbClass(rateBitsPerSecond, rateBitsPerSecond, depthBytes, 0), List.of(), leaves, null);
    }

    private static Part.Branch leaf(
            String name, long rateBitsPerSecond, long ceilBitsPerSecond, long depthBytes, long priority, Part queue) {
        return new Part.Branch(
                name,
                htbClass(rateBitsPerSecond, ceilBitsPerSecond, depthBytes, priority),
                List.of(),
                List.of(),
                queue);
    }

    private static Settings htbClass(long rateBitsPerSecond, long ceilBitsPerSecond, long depthBytes, long priority) {
        return Settings.of(
                Htb.TYPE.classParameters(),
                Map.of(
                        "rate", rateBitsPerSecond,
                        "ceil", ceilBitsPerSecond,
                        "burst", depthBytes,
                        "ceilBurst", depthBytes,
                        "priority", priority,
                        "quantum", 1_514L),
                new LinkFacts(LinkFacts.UNLIMITED, 1_514));
    }

    private static Part fifo(String name, long limitPackets) {
        return new Part.Queue(name, Fifo.TYPE, settings(Fifo.TYPE, Map.of("limit", limitPackets)), List.of());
    }

    private static Settings settings(DisciplineType type, Map<String, Long> given) {
        return Settings.of(type.parameters(), given, new LinkFacts(LinkFacts.UNLIMITED, 1_514));
    }
}
