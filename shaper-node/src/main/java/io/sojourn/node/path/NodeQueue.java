// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.node.policy.QueuePolicy;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.capture.IpProtocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One queue of the node: its class on a link, what is in force, and what is measured of it. A queue that no packet has
 * come to costs next to nothing, so there may be very many.
 */
public final class NodeQueue {
    private final QueuePolicy policy;
    private final NodeLink link;
    private QueueSettings inForce;
    private long revision;
    private int classId;
    private long secondNanos;
    private long refusedPackets;
    private long refusedBytes;
    private long peakPackets;
    private @Nullable Measures measures;

    /** What is kept of a queue with traffic. */
    private record Measures(QueueMeter meter, FlowTable flows, LossTrailRecorder trail) {}

    /** What a queue runs now, how far it may be changed, and where it stands. */
    public record State(long revision, QueueSettings inForce, SettingBounds bounds, Place place) {}

    /** Where a queue stands in the tree of its link. */
    @FunctionalInterface
    public interface Place {
        /** Takes whatever is within bounds. */
        Place ANY = settings -> null;

        /** Why settings cannot be put in force there, naming value and bound; null when they can. */
        @Nullable
        String problem(QueueSettings settings);
    }

    NodeQueue(QueuePolicy policy, NodeLink link) {
        this.policy = policy;
        this.link = link;
        this.inForce = policy.settings();
    }

    /** Puts settings in force, between two packets or before the first. Counters go on, and so does what waits. */
    public void apply(QueueSettings settings, long settingsRevision, long nowNanos) {
        inForce = settings;
        revision = settingsRevision;
        link.apply(name(), settings, nowNanos);
    }

    public String name() {
        return policy.name();
    }

    NodeLink link() {
        return link;
    }

    /** The number that its link gave its class. */
    int classId() {
        return classId;
    }

    void begin(int classIdOnLink) {
        classId = classIdOnLink;
    }

    public State state() {
        return new State(revision, inForce, policy.bounds(), settings -> link.problem(name(), settings));
    }

    /** A packet came. */
    void offered(Packet packet, int lengthBytes) {
        measures().flows.offered(packet, lengthBytes);
    }

    /** A packet came for which the node had no room. */
    void refused(Packet packet, int lengthBytes, long nowNanos) {
        measures().meter.refused(lengthBytes);
        refusedPackets++;
        refusedBytes += lengthBytes;
        dropped(packet, lengthBytes, nowNanos);
    }

    /** A packet left. */
    void sent(Packet packet, int lengthBytes, long sojournNanos, long nowNanos) {
        Measures to = measures();
        to.trail.passed(lengthBytes, nowNanos);
        unresponsive(packet, lengthBytes);
        // Nothing waits at a policer: it has no sojourn times, not many of 0.
        if (sojournNanos > 0 || inForce.discipline() != Discipline.POLICER) {
            to.meter.sent(sojournNanos, nowNanos);
            to.trail.stayed(sojournNanos / 1_000);
        }
    }

    /** A packet was dropped. */
    void lost(Packet packet, int lengthBytes, DropCause cause, long levelBytes, long nowNanos) {
        if (cause == DropCause.POLICED && levelBytes >= 0) {
            measures().meter.policed(levelBytes);
        }
        dropped(packet, lengthBytes, nowNanos);
    }

    void beginSecond(long startNanos) {
        secondNanos = startNanos;
        if (measures != null) {
            measures.trail.begin(startNanos);
        }
    }

    /** Whether nothing is kept of it, since it had no traffic. */
    boolean isIdle() {
        return measures == null;
    }

    QueueSample sample() {
        Measures of = measures();
        // The meter lets the peak begin anew.
        peakPackets = Math.max(peakPackets, link.counters(classId).backlogPeakPackets());
        return of.meter.take(name(), inForce, link.counters(classId), link.rateBitsPerSecond(), of.flows.activeFlows());
    }

    /** Since the node began; all 0 before its first packet. */
    QueueTotals totals() {
        return link.hasBegun()
                ? QueueTotals.of(name(), link.counters(classId), refusedPackets, refusedBytes, peakPackets)
                : QueueTotals.none(name());
    }

    /** Ends the second's flow counts: the greatest flows of it. */
    List<FlowSample> takeFlows(int most) {
        FlowTable flows = measures().flows;
        List<FlowSample> top = flows.top(name(), most);
        flows.clear();
        return top;
    }

    @Nullable
    LossTrail takeTrail() {
        return measures().trail.end(name());
    }

    /** Forgets the means of measuring; totals go on. Only at the end of a second without traffic. */
    void rest() {
        measures = null;
    }

    private void dropped(Packet packet, int lengthBytes, long nowNanos) {
        Measures to = measures();
        to.flows.lost(packet);
        to.trail.lost(lengthBytes, nowNanos);
        unresponsive(packet, lengthBytes);
    }

    private void unresponsive(Packet packet, int lengthBytes) {
        if (IpProtocol.isUnresponsive(packet.protocol, packet.sourcePort, packet.destinationPort)) {
            measures().meter.unresponsive(lengthBytes);
        }
    }

    private Measures measures() {
        if (measures == null) {
            LossTrailRecorder trail = new LossTrailRecorder();
            trail.begin(secondNanos);
            measures = new Measures(new QueueMeter(link.counters(classId)), new FlowTable(), trail);
        }
        return measures;
    }
}
