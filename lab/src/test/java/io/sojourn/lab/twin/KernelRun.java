// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Htb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * One recorded run of a Linux kernel.
 *
 * @param control congestion control, as Linux calls it
 * @param input what the twin is told of it
 * @param seconds how long it was
 * @param goodputMbit what the receivers got, the first bucketful included
 * @param lossPercent data packets that never reached the receiver
 * @param rttMeanMillis mean round-trip time, clean samples
 * @param rttP50Millis its median; empty where only the mean was kept
 * @param rttP95Millis its 95th percentile; likewise
 */
record KernelRun(
        String name,
        String control,
        TwinInput input,
        long seconds,
        double goodputMbit,
        double lossPercent,
        double rttMeanMillis,
        OptionalDouble rttP50Millis,
        OptionalDouble rttP95Millis) {
    private static final double PAYLOAD_BYTES = 1_448;
    private static final int FLOWS_LEAVES = 4;

    static List<KernelRun> all() {
        try (InputStream file = KernelRun.class.getResourceAsStream("/io/sojourn/lab/kernel-runs.txt")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" ", -1)))
                    .filter(fields -> !fields.get(2).equals("-"))
                    .map(KernelRun::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KernelRun parse(List<String> fields) {
        long baseMicros = Math.round(Double.parseDouble(fields.get(7)) * 1_000);
        Long window = fields.get(8).equals("-") ? null : Long.valueOf(fields.get(8));
        TwinInput.Load load = TwinInput.Load.bulk(baseMicros, Long.parseLong(fields.get(9)), window);
        return new KernelRun(
                fields.get(0),
                fields.get(1),
                new TwinInput(box(fields), Integer.parseInt(fields.get(4)), load, null, 1),
                Long.parseLong(fields.get(10)),
                Double.parseDouble(fields.get(11)),
                Double.parseDouble(fields.get(12)),
                Double.parseDouble(fields.get(13)),
                known(fields.get(14)),
                known(fields.get(15)));
    }

    private static OptionalDouble known(String field) {
        return field.equals("-") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(field));
    }

    private static BoxSettings box(List<String> fields) {
        long rate = Long.parseLong(fields.get(3));
        long depth = Long.parseLong(fields.get(5));
        return switch (fields.get(2)) {
            case "policer" -> new BoxSettings.Policing(rate, depth);
            case "fifo" -> new BoxSettings.Shaping(rate, depth, Long.parseLong(fields.get(6)));
            default -> fair(rate, depth, Long.parseLong(fields.get(6)));
        };
    }

    /** HTB with a leaf for each flow, by source port. */
    private static BoxSettings fair(long rate, long depth, long limitPackets) {
        LinkFacts link = new LinkFacts(LinkFacts.UNLIMITED, 1_514);
        Settings queue = Settings.of(Fifo.TYPE.parameters(), Map.of("limit", limitPackets), link);
        List<Part.Branch> leaves = IntStream.range(0, FLOWS_LEAVES)
                .mapToObj(leaf -> new Part.Branch(
                        leaf(leaf),
                        htb(link, 1_000_000, rate, 1_600),
                        List.of(),
                        List.of(),
                        new Part.Queue(leaf(leaf), Fifo.TYPE, queue, List.of())))
                .toList();
        Part.Branch top = new Part.Branch("top", htb(link, rate, rate, depth), List.of(), leaves, null);
        return new BoxSettings.Built(
                rate,
                depth,
                new Part.Scheduled(Htb.TYPE, Settings.of(Htb.TYPE.parameters(), Map.of(), link), List.of(top)),
                header -> leaf(header.sourcePort % FLOWS_LEAVES));
    }

    private static String leaf(int number) {
        return "flow-" + number;
    }

    private static Settings htb(LinkFacts link, long rate, long ceil, long burst) {
        Map<String, Long> given =
                Map.of("rate", rate, "ceil", ceil, "burst", burst, "ceilBurst", burst, "quantum", 1_514L);
        return Settings.of(Htb.TYPE.classParameters(), given, link);
    }

    /** Without the first bucketful, which a run of some seconds is short enough to show. */
    double steadyMbit() {
        int packetBytes = input.packetBytes();
        return goodputMbit - input.box().depthBytes() * 8e-6 * PAYLOAD_BYTES / packetBytes / seconds;
    }
}
