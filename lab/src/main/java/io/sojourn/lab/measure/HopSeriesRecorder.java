// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.plan.HopPlan;
import java.util.OptionalLong;

/** The backlog of one line or box over time, counted from what came and went: a hop tells how many wait only when one comes. */
final class HopSeriesRecorder implements HopObserver {
    private final String name;
    private final OptionalLong rateBitsPerSecond;
    private final Sums sentBytes;
    private final Level backlog;
    private final Sums dropped;
    private long inside;

    HopSeriesRecorder(HopPlan hop, Steps steps) {
        this.name = hop.name();
        this.rateBitsPerSecond = SetRate.of(hop);
        this.sentBytes = new Sums(steps);
        this.backlog = new Level(steps);
        this.dropped = new Sums(steps);
    }

    /** Not yet a level: it may pass at once. */
    @Override
    public void offered(int flow, int ipBytes, long nowNanos) {
        inside++;
    }

    @Override
    public void waiting(int packets, long nowNanos) {
        backlog.set(packets, nowNanos);
    }

    @Override
    public void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {
        sentBytes.add(ipBytes, nowNanos);
        left(nowNanos);
    }

    @Override
    public void dropped(int flow, DropCause cause, long nowNanos) {
        dropped.add(1, nowNanos);
        left(nowNanos);
    }

    @Override
    public void lost(int flow, long nowNanos) {
        dropped.add(1, nowNanos);
        left(nowNanos);
    }

    private void left(long nowNanos) {
        inside--;
        backlog.set(inside, nowNanos);
    }

    Series.HopSeries series() {
        return new Series.HopSeries(name, rateBitsPerSecond, sentBytes, backlog.untilEnd(), dropped);
    }
}
