// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.net.Box;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.node.path.DataPath;
import io.sojourn.node.path.Egress;
import io.sojourn.node.path.Seconds;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.SampleSink;

/** A node's data path as a box of the lab, which tells of each second of virtual time what the node would tell. */
final class NodeBox implements Box, Egress {
    private final NodePackets nodePackets;
    private final Packets packets;
    private final Exit exit;
    private final long epochNanos;
    private final DataPath path;
    private final Seconds seconds;
    private final io.sojourn.node.path.Packet packet = new io.sojourn.node.path.Packet();

    /** @param epochNanos what the node's clock shows when virtual time is 0, a whole second */
    NodeBox(
            String node,
            Policy policy,
            NodePackets nodePackets,
            Packets packets,
            Exit exit,
            long epochNanos,
            SampleSink sink) {
        this.nodePackets = nodePackets;
        this.packets = packets;
        this.exit = exit;
        this.epochNanos = epochNanos;
        this.path = new DataPath(policy, this);
        this.seconds = new Seconds(node, path, sink);
        seconds.begin(epochNanos);
    }

    @Override
    public void offer(Packet from, long nowNanos) {
        turn(nowNanos);
        nodePackets.write(from, epochNanos + nowNanos, packet);
        path.offer(packet, epochNanos + nowNanos);
    }

    @Override
    public void release(long nowNanos) {
        turn(nowNanos);
        path.release(epochNanos + nowNanos);
    }

    @Override
    public long nextReleaseNanos(long nowNanos) {
        long next = path.nextReleaseNanos(epochNanos + nowNanos);
        return next == Long.MAX_VALUE ? next : next - epochNanos;
    }

    @Override
    public int backlogPackets() {
        return path.keptPackets();
    }

    @Override
    public void sent(io.sojourn.node.path.Packet sent, long sojournNanos, long nowNanos) {
        exit.sent(packets.of((int) sent.handle), sojournNanos, nowNanos - epochNanos);
    }

    @Override
    public void dropped(io.sojourn.node.path.Packet dropped, DropCause cause, long nowNanos) {
        exit.dropped(packets.of((int) dropped.handle), cause, nowNanos - epochNanos);
    }

    /** Ends the run: every second up to this time is told, the last as a whole one. */
    void finish(long endNanos) {
        turn(endNanos);
        if (seconds.endNanos() - Seconds.SECOND_NANOS < epochNanos + endNanos) {
            seconds.close();
        }
    }

    private void turn(long nowNanos) {
        while (seconds.endNanos() <= epochNanos + nowNanos) {
            seconds.turn();
        }
    }
}
