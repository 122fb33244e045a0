// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Counts one line or box. */
final class HopRecorder implements HopObserver {
    private final String name;
    private final long fromNanos;
    /** That came, but for those that were gone before the warm-up ended. */
    private final long[] offeredOfFlow;

    private final long[] droppedOfFlow;
    private final long[] droppedOfCause = new long[DropCause.values().length];
    private final Delays sojourns = new Delays();
    private long sentPackets;
    private long sentBytes;
    private long lost;
    /** That wait, until the warm-up ends. */
    private int waitedAtStart;

    private int backlogPeakPackets;

    HopRecorder(String name, int flows, long fromNanos) {
        this.name = name;
        this.fromNanos = fromNanos;
        this.offeredOfFlow = new long[flows];
        this.droppedOfFlow = new long[flows];
    }

    private boolean measures(long nowNanos) {
        return nowNanos >= fromNanos;
    }

    @Override
    public void offered(int flow, int ipBytes, long nowNanos) {
        offeredOfFlow[flow]++;
        waitedAtStart += measures(nowNanos) ? 0 : 1;
    }

    /** It came and went in the warm-up. */
    private void forget(int flow) {
        offeredOfFlow[flow]--;
        waitedAtStart--;
    }

    @Override
    public void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {
        if (measures(nowNanos)) {
            sojourns.add(sojournNanos);
            sentPackets++;
            sentBytes += ipBytes;
        } else {
            forget(flow);
        }
    }

    @Override
    public void dropped(int flow, DropCause cause, long nowNanos) {
        if (measures(nowNanos)) {
            droppedOfFlow[flow]++;
            droppedOfCause[cause.index()]++;
        } else {
            forget(flow);
        }
    }

    @Override
    public void lost(int flow, long nowNanos) {
        if (measures(nowNanos)) {
            droppedOfFlow[flow]++;
            lost++;
        } else {
            forget(flow);
        }
    }

    @Override
    public void waiting(int packets, long nowNanos) {
        if (measures(nowNanos)) {
            backlogPeakPackets = Math.max(backlogPeakPackets, packets);
        }
    }

    HopOutcome outcome() {
        Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);
        for (DropCause cause : DropCause.values()) {
            if (droppedOfCause[cause.index()] > 0) {
                dropped.put(cause, droppedOfCause[cause.index()]);
            }
        }
        return new HopOutcome(
                name,
                Arrays.stream(offeredOfFlow).boxed().toList(),
                Arrays.stream(droppedOfFlow).boxed().toList(),
                dropped,
                lost,
                sentPackets,
                sentBytes,
                Math.max(waitedAtStart, backlogPeakPackets),
                sojourns.stats());
    }
}
