// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.PacketHeader;
import io.sojourn.telemetry.capture.TcpHeader;
import org.jspecify.annotations.Nullable;

/** A conversation: a flow for each direction. */
final class Connection {
    private final FlowKey key;
    private final @Nullable Flow[] flows = new @Nullable Flow[2];
    private final int[] scales = {TcpHeader.NO_WINDOW_SCALE, TcpHeader.NO_WINDOW_SCALE};
    private final int[] mssBytes = new int[2];
    private long lastNanos;
    private long synNanos;
    private long answerNanos;
    private int initiator = -1;

    Connection(FlowKey key) {
        this.key = key;
    }

    FlowKey key() {
        return key;
    }

    long lastNanos() {
        return lastNanos;
    }

    void seen(long nowNanos) {
        lastNanos = nowNanos;
    }

    @Nullable
    Flow flow(int side) {
        return flows[side];
    }

    Flow flowOrNew(int side, Direction direction, Tally tally) {
        Flow flow = flows[side];
        if (flow == null) {
            flow = new Flow(key.name(side), direction, tally);
            flows[side] = flow;
        }
        return flow;
    }

    /** The options and times of the handshake. */
    void handshake(long nowNanos, int side, PacketHeader header) {
        TcpHeader tcp = header.tcp();
        if (tcp.isSyn()) {
            syn(nowNanos, side, tcp);
        } else if (tcp.isAck() && side == initiator && answerNanos > 0) {
            established(nowNanos, side);
            answerNanos = 0;
        }
    }

    private void syn(long nowNanos, int side, TcpHeader tcp) {
        Flow own = flows[side];
        if (own != null) {
            own.trackerOrNew().begin(tcp.sequence() + 1);
        }
        Flow peer = flows[1 - side];
        scales[side] = tcp.windowScale();
        mssBytes[side] = tcp.mssBytes();
        if (!tcp.isAck()) {
            initiator = side;
            synNanos = nowNanos;
            answerNanos = 0;
        } else if (side == 1 - initiator && own != null && peer != null) {
            answerNanos = nowNanos;
            own.trackerOrNew().peerMss(mssBytes[1 - side]);
            peer.trackerOrNew().peerMss(mssBytes[side]);
            // The window of a direction's data is offered by the peer, in the peer's scale.
            own.trackerOrNew().window().scale(scales[1 - side], scales[side]);
            peer.trackerOrNew().window().scale(scales[side], scales[1 - side]);
        }
    }

    private void established(long nowNanos, int side) {
        Flow own = flows[side];
        Flow peer = flows[1 - side];
        if (own != null && peer != null) {
            long first = answerNanos - synNanos;
            long second = nowNanos - answerNanos;
            own.trackerOrNew().acks().handshake(first, second);
            peer.trackerOrNew().acks().handshake(second, first);
        }
    }

    /** Once a second. */
    void tick(long trailFinalNanos) {
        for (Flow flow : flows) {
            DataTracker tracker = flow == null ? null : flow.tracker();
            if (tracker != null) {
                tracker.expire(trailFinalNanos);
            }
        }
    }

    /** Nothing more will be heard. */
    void close() {
        for (Flow flow : flows) {
            DataTracker tracker = flow == null ? null : flow.tracker();
            if (tracker != null) {
                tracker.settle();
            }
        }
    }

    /** Makes room in the table. */
    void leave() {
        close();
        for (Flow flow : flows) {
            if (flow != null) {
                flow.close();
                flow.tally().heaviest.ended(flow);
            }
        }
    }
}
