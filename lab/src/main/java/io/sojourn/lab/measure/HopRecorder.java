// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;
import java.util.EnumMap;
import java.util.Map;

/** Counts one line or box. */
final class HopRecorder implements HopObserver {
    private final String name;
    private final long fromNanos;
    private final long[] offeredOfFlow;
    private final long[] droppedOfFlow;
    private final long[] droppedOfCause = new long[DropCause.values().length];
    private final Delays sojourns = new Delays();
    private long sentBytes;
    private long lost;
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
        offeredOfFlow[flow] += measures(nowNanos) ? 1 : 0;
    }

    @Override
    public void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {
        if (measures(nowNanos)) {
            sojourns.add(sojournNanos);
            sentBytes += ipBytes;
        }
    }

    @Override
    public void dropped(int flow, DropCause cause, long nowNanos) {
        if (measures(nowNanos)) {
            droppedOfFlow[flow]++;
            droppedOfCause[cause.index()]++;
        }
    }

    @Override
    public void lost(int flow, long nowNanos) {
        if (measures(nowNanos)) {
            droppedOfFlow[flow]++;
            lost++;
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
                name, offeredOfFlow, droppedOfFlow, dropped, lost, sentBytes, backlogPeakPackets, sojourns.stats());
    }
}
