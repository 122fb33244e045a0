// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.PacketHeader;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The connections under way, at most so many: the one longest silent makes room, and silence of two minutes ends one. */
final class FlowTable {
    static final long IDLE_NANOS = 120_000_000_000L;

    private final Map<FlowKey, Connection> connections = new LinkedHashMap<>(1_024, 0.75f, true);
    private final FlowKey probe = new FlowKey();
    private final int limit;
    private long evicted;

    FlowTable(int limit) {
        this.limit = limit;
    }

    /** The connection of a packet; {@link #side()} then says which way the packet went. */
    Connection of(PacketHeader header, long nowNanos) {
        probe.set(header);
        Connection known = connections.get(probe);
        if (known == null) {
            if (connections.size() == limit) {
                Iterator<Connection> eldest = connections.values().iterator();
                eldest.next().leave();
                eldest.remove();
                evicted++;
            }
            known = new Connection(probe.copy());
            connections.put(known.key(), known);
        }
        known.seen(nowNanos);
        return known;
    }

    int side() {
        return probe.side();
    }

    /** Once a second: losses are settled, the silent go. */
    void tick(long nowNanos) {
        long trailFinalNanos = nowNanos - LossHistory.LAG_MILLIS * 1_000_000L;
        Iterator<Connection> eldestFirst = connections.values().iterator();
        while (eldestFirst.hasNext()) {
            Connection connection = eldestFirst.next();
            if (nowNanos - connection.lastNanos() > IDLE_NANOS) {
                connection.leave();
                eldestFirst.remove();
            } else {
                connection.tick(trailFinalNanos);
            }
        }
    }

    /** All flows, those longest silent first. */
    void flows(Consumer<Flow> action) {
        for (Connection connection : connections.values()) {
            for (int side = 0; side < 2; side++) {
                Flow flow = connection.flow(side);
                if (flow != null) {
                    action.accept(flow);
                }
            }
        }
    }

    /** Nothing more will be heard of any. The flows stay, to be read out. */
    void close() {
        connections.values().forEach(Connection::close);
    }

    int size() {
        return connections.size();
    }

    /** Connections that had to make room for others. */
    long evicted() {
        return evicted;
    }
}
