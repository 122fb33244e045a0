// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.Sketch;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up the flows of a whole run. Bounded: past {@value #FLOW_LIMIT} flows new ones are counted, not kept. */
public final class FlowLedger {
    static final int FLOW_LIMIT = 10_000;

    /** One flow over the run; the counts are sums of its samples. */
    public record Entry(
            String flow,
            long packets,
            long bytes,
            long dataPackets,
            long lostPackets,
            long retransmittedPackets,
            Sketch rttMicros,
            @Nullable Long jitterMicros) {
        Entry plus(FlowSample sample) {
            return new Entry(
                    flow,
                    packets + sample.packets(),
                    bytes + sample.bytes(),
                    dataPackets + sample.dataPackets(),
                    lostPackets + sample.lostPackets(),
                    retransmittedPackets + sample.retransmittedPackets(),
                    rttMicros.merge(sample.rttMicros()),
                    sample.jitterMicros() != null ? sample.jitterMicros() : jitterMicros);
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private long flowsNotKept;

    public void add(FlowSample sample) {
        @Nullable Entry entry = entries.get(sample.flow());
        if (entry == null && entries.size() >= FLOW_LIMIT) {
            flowsNotKept++;
            return;
        }
        Entry base = entry != null ? entry : new Entry(sample.flow(), 0, 0, 0, 0, 0, Sketch.empty(), null);
        entries.put(sample.flow(), base.plus(sample));
    }

    /** Descending by bytes. */
    public List<Entry> byBytes() {
        return entries.values().stream()
                .sorted(Comparator.comparingLong(Entry::bytes).reversed().thenComparing(Entry::flow))
                .toList();
    }

    /** Samples of flows that came after the ledger was full. */
    public long flowsNotKept() {
        return flowsNotKept;
    }
}
