// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Htb;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.node.path.RecordedCrossings.Crossing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A box of a recorded run, and the engine's settings for it: those of the {@code tc} commands in the run's
 * {@code run.json}.
 *
 * @param run folder of the recording
 * @param device where the kernel's counters of it are; empty for a policer, which has counters of nftables
 * @param rateBitsPerSecond of the whole box
 * @param fillBytes credit that a standstill restores before any is lost
 * @param stride every so manieth packet passed it, from the first on: one of several paths taken in turn
 */
record RecordedBox(
        String run,
        String what,
        String device,
        Side from,
        Part part,
        long rateBitsPerSecond,
        long fillBytes,
        int stride,
        boolean hashed) {
    private static final int FRAME_BYTES = 1_514;
    /** A box without a queue loses nothing by standing still: its packets wait in front of it. */
    private static final long NEVER_FULL_BYTES = 1L << 29;

    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int LEAVES = 16;

    /** Who sends the packets that pass the box. */
    enum Side {
        CLIENT(0x0a4d01, "client.pcap.zst", "server.pcap.zst"),
        SERVER(0x0a4d02, "server.pcap.zst", "client.pcap.zst");

        final int network;
        final String before;
        final String behind;

        Side(int network, String before, String behind) {
            this.network = network;
            this.before = before;
            this.behind = behind;
        }
    }

    static Stream<RecordedBox> all() {
        return Stream.of(
                policer("A-policer-bpf.cubic"),
                policer("A-policer-bpf.reno"),
                htb("B-shaper-htb-200.cubic", 200),
                htb("C-shaper-htb-83.cubic", 83),
                htb("E-bufferbloat-1000.cubic", 1_000),
                htb("I-flood-fifo.cubic", 200),
                fair("D-fq-htb.cubic"),
                tbf("G-two-paths-degraded.cubic", Side.CLIENT, 10_000_000, 8_000, 100, 2),
                tbf("H-adsl-up-unshaped.cubic", Side.CLIENT, 220_000, 3_000, 200, 1),
                tbf("H-adsl-up-unshaped.cubic", Side.SERVER, 850_000, 3_000, 200, 1),
                tbf("H-adsl-up-shaped.cubic", Side.CLIENT, 220_000, 3_000, 200, 1),
                tbf("H-adsl-up-shaped.cubic", Side.SERVER, 850_000, 3_000, 200, 1),
                tbf("H-adsl-down-unshaped.cubic", Side.CLIENT, 220_000, 3_000, 200, 1),
                tbf("H-adsl-down-unshaped.cubic", Side.SERVER, 850_000, 3_000, 200, 1),
                tbf("H-adsl-down-shaped.cubic", Side.CLIENT, 220_000, 3_000, 200, 1),
                tbf("H-adsl-down-shaped.cubic", Side.SERVER, 850_000, 3_000, 200, 1));
    }

    /** Class of a packet in {@link #part}: by the last four bits of its source port where there are several. */
    String classOf(Crossing crossing) {
        if (!hashed) {
            return queueName(0);
        }
        boolean hasPort = crossing.protocol() == TCP || crossing.protocol() == UDP;
        return queueName(hasPort ? crossing.sourcePort() % LEAVES : LEAVES);
    }

    /** Of the packets of a capture, those that passed this box. */
    List<Crossing> passing(List<Crossing> crossings) {
        return IntStream.iterate(0, i -> i < crossings.size(), i -> i + stride)
                .mapToObj(crossings::get)
                .toList();
    }

    @Override
    public String toString() {
        return run + ", " + what;
    }

    /** A token bucket in a BPF classifier on the way in; what does not conform is dropped by nftables. */
    private static RecordedBox policer(String run) {
        Settings settings = settings(TwoColorPolicer.TYPE.parameters(), Map.of("rate", 20_000_000L, "burst", 625_000L));
        Part part = new Part.Queue(
                queueName(0),
                Fifo.TYPE,
                settings(Fifo.TYPE.parameters(), Map.of()),
                List.of(new Part.Metered(TwoColorPolicer.TYPE, settings)));
        return new RecordedBox(
                run, "policer 20M 625000B", "", Side.CLIENT, part, 20_000_000, NEVER_FULL_BYTES, 1, false);
    }

    private static RecordedBox tbf(String run, Side from, long rate, long burst, long limit, int stride) {
        Part part = new Part.Shaped(
                Tbf.TYPE, settings(Tbf.TYPE.parameters(), Map.of("rate", rate, "burst", burst)), fifo(0, limit));
        String what = "tbf " + rate / 1_000 + "k " + burst + "B, pfifo " + limit;
        String device = from == Side.CLIENT ? "rk_r1" : "rk_r0";
        return new RecordedBox(run, what, device, from, part, rate, burst, stride, false);
    }

    /** HTB lets its credit go below 0 by a packet, which has to be made up as well. */
    private static RecordedBox htb(String run, long limit) {
        Part part = htb(List.of(branch("1:10", 20_000_000, 8_000, List.of(), fifo(0, limit))));
        String what = "htb 20M 8000B, pfifo " + limit;
        return new RecordedBox(run, what, "rk_r1", Side.CLIENT, part, 20_000_000, 8_000 + FRAME_BYTES, 1, false);
    }

    /** Sixteen leaves by source port, and one for what has none; 1 Mbit/s each, the rest borrowed. */
    private static RecordedBox fair(String run) {
        List<Part.Branch> leaves = new ArrayList<>();
        for (int i = 0; i <= LEAVES; i++) {
            leaves.add(branch("leaf" + i, 1_000_000, 1_600, List.of(), fifo(i, 50)));
        }
        Part part = htb(List.of(branch("1:1", 20_000_000, 8_000, leaves, null)));
        return new RecordedBox(
                run, "htb 20M, 17 leaves", "rk_r1", Side.CLIENT, part, 20_000_000, 8_000 + FRAME_BYTES, 1, true);
    }

    private static Part htb(List<Part.Branch> classes) {
        return new Part.Scheduled(Htb.TYPE, settings(Htb.TYPE.parameters(), Map.of()), classes);
    }

    private static Part.Branch branch(
            String name, long rate, long burst, List<Part.Branch> children, Part.@Nullable Queue queue) {
        Map<String, Long> given =
                Map.of("rate", rate, "ceil", 20_000_000L, "burst", burst, "ceilBurst", burst, "quantum", 1_514L);
        return new Part.Branch(name, settings(Htb.TYPE.classParameters(), given), List.of(), children, queue);
    }

    private static Part.Queue fifo(int number, long limit) {
        return new Part.Queue(
                queueName(number), Fifo.TYPE, settings(Fifo.TYPE.parameters(), Map.of("limit", limit)), List.of());
    }

    private static String queueName(int number) {
        return "queue" + number;
    }

    private static Settings settings(List<Parameter> parameters, Map<String, Long> given) {
        return Settings.of(parameters, given, new LinkFacts(LinkFacts.UNLIMITED, FRAME_BYTES));
    }
}
