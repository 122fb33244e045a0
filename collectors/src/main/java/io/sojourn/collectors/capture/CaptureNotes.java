// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a person should know of a capture beside the verdict, a line each. */
final class CaptureNotes {
    private static final int SMALL_FACTOR = 100;

    private CaptureNotes() {}

    static List<String> of(CaptureSummary summary) {
        List<String> notes = new ArrayList<>(sides(summary.flows()));
        Long said = summary.missedSaid();
        if (said != null && said > 0) {
            notes.add("the capturing host says that it missed " + said + " packets");
        }
        if (summary.missedFound() > 0) {
            notes.add(summary.missedFound()
                    + " segments were acknowledged that are not in the capture: it missed them, or they"
                    + " went another way; they count neither as sent nor as lost");
        }
        if (!summary.unread().isEmpty()) {
            notes.add("not read: " + counts(summary.unread()));
        }
        notes.addAll(spins(summary.flows()));
        return notes;
    }

    /** Of the flows with at least a hundredth of the heaviest one's bytes. */
    private static List<String> sides(List<CapturedFlow> heaviestFirst) {
        long heaviest = heaviestFirst.isEmpty() ? 0 : heaviestFirst.get(0).bytes();
        Map<CaptureSide, List<CapturedFlow>> bySide = heaviestFirst.stream()
                .filter(flow -> flow.dataPackets() > 0 && flow.bytes() * SMALL_FACTOR >= heaviest)
                .collect(Collectors.groupingBy(
                        CapturedFlow::side, () -> new EnumMap<>(CaptureSide.class), Collectors.toList()));
        List<String> lines = new ArrayList<>();
        bySide.forEach((side, flows) -> {
            CapturedFlow first = flows.get(0);
            String grounds = side == CaptureSide.UNKNOWN ? "no handshake, too few timestamps" : first.grounds();
            lines.add("captured " + side.words() + " of " + first.flow()
                    + (flows.size() == 1 ? "" : " and " + (flows.size() - 1) + " more flows") + " (" + grounds + ")");
        });
        return lines;
    }

    private static List<String> spins(List<CapturedFlow> flows) {
        List<String> lines = new ArrayList<>();
        count(flows, Spin.SPINS, "with a spin bit: round-trip times are from it", lines);
        count(flows, Spin.CONSTANT, "no spin: the bit is constant, round-trip times are not known", lines);
        count(flows, Spin.RANDOM, "no spin: the bit is random, round-trip times are not known", lines);
        return lines;
    }

    private static void count(List<CapturedFlow> flows, Spin spin, String words, List<String> lines) {
        long count = flows.stream().filter(flow -> flow.spin() == spin).count();
        if (count > 0) {
            lines.add("QUIC, " + count + (count == 1 ? " flow " : " flows ") + words);
        }
    }

    private static String counts(Map<String, Long> packets) {
        return packets.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
