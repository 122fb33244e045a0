// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Adds up the flows of a group. */
final class GroupRecorder {
    private final String name;
    private final List<FlowOutcome> flows = new ArrayList<>();
    private final List<Delays> rtts = new ArrayList<>();
    private final List<Delays> timesToAck = new ArrayList<>();
    private final List<Delays> chunks = new ArrayList<>();

    GroupRecorder(String name) {
        this.name = name;
    }

    void add(FlowRecorder flow, FlowOutcome outcome) {
        flows.add(outcome);
        rtts.add(flow.rtts);
        timesToAck.add(flow.timesToAck);
        chunks.add(flow.chunks);
    }

    GroupOutcome outcome() {
        return new GroupOutcome(
                name,
                flows.size(),
                active(),
                flows.stream().mapToDouble(FlowOutcome::goodputBitsPerSecond).sum(),
                total(FlowOutcome::sentPackets),
                total(FlowOutcome::lostPackets),
                total(FlowOutcome::resentPackets),
                total(FlowOutcome::deliveries),
                total(FlowOutcome::timeouts),
                total(FlowOutcome::silences),
                flows.stream()
                        .mapToDouble(FlowOutcome::longestSilenceMicros)
                        .max()
                        .orElse(0),
                fairness(),
                Delays.stats(rtts),
                Delays.stats(timesToAck),
                Delays.stats(chunks));
    }

    private int active() {
        return (int) flows.stream().filter(FlowOutcome::active).count();
    }

    private long total(ToLongFunction<FlowOutcome> count) {
        return flows.stream().mapToLong(count).sum();
    }

    private double fairness() {
        double sum = 0;
        double squares = 0;
        for (FlowOutcome flow : flows) {
            sum += flow.goodputBitsPerSecond();
            squares += flow.goodputBitsPerSecond() * flow.goodputBitsPerSecond();
        }
        return squares == 0 ? 1 : sum * sum / (active() * squares);
    }
}
