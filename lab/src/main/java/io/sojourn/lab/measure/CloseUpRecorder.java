// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import org.jspecify.annotations.Nullable;

/** The numbers of the packets of one flow. */
final class CloseUpRecorder implements FlowObserver {
    private final String flow;
    /** Payload of a segment; 0 for what is delivered a packet at a time. */
    private final int segmentBytes;

    /** Payload of a chunk, whose last segment may have less than the others. */
    private final long chunkBytes;

    private final Envelope sent;
    private final Envelope again;
    private final Level delivered;
    private long deliveredBytes;

    CloseUpRecorder(FlowPlan flow, Steps steps) {
        this.flow = flow.name();
        TcpSettings tcp = tcp(flow.traffic());
        this.segmentBytes = tcp == null ? 0 : tcp.payloadBytes();
        this.chunkBytes = flow.traffic() instanceof Traffic.Chunks chunks ? chunks.chunkBytes() : Long.MAX_VALUE;
        this.sent = new Envelope(steps);
        this.again = new Envelope(steps);
        this.delivered = new Level(steps);
    }

    private static @Nullable TcpSettings tcp(Traffic traffic) {
        if (traffic instanceof Traffic.Bulk bulk) {
            return bulk.tcp();
        }
        return traffic instanceof Traffic.Chunks chunks ? chunks.tcp() : null;
    }

    @Override
    public void sent(long number, boolean resent, long nowNanos) {
        (resent ? again : sent).add(number, nowNanos);
    }

    @Override
    public void delivered(long payloadBytes, long nowNanos) {
        deliveredBytes += payloadBytes;
        delivered.set(segmentBytes == 0 ? delivered.value() + 1 : segments(), nowNanos);
    }

    private long segments() {
        long whole = deliveredBytes / chunkBytes;
        return whole * segments(chunkBytes) + segments(deliveredBytes % chunkBytes);
    }

    private long segments(long bytes) {
        return -Math.floorDiv(-bytes, segmentBytes);
    }

    Series.CloseUp closeUp() {
        return new Series.CloseUp(flow, sent, again, delivered.untilEnd());
    }
}
