// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.ConditionerCounters;
import io.sojourn.engine.Decision;
import io.sojourn.engine.DecisionSink;
import io.sojourn.engine.Policer;
import io.sojourn.engine.QueueLimit;
import io.sojourn.engine.Shaper;
import io.sojourn.engine.ShaperSettings;
import io.sojourn.engine.TokenBucket;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.capture.IpProtocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One queue of the node: its conditioner, what is in force, and what is measured of it. */
final class NodeQueue {

    private final QueuePolicy policy;
    private final int overheadBytes;
    private final QueueMeter meter = new QueueMeter();
    private final FlowTable flows = new FlowTable();
    private final LossTrailRecorder trail = new LossTrailRecorder();
    private QueueSettings inForce;
    private long revision;
    private Conditioner conditioner;

    NodeQueue(QueuePolicy policy) {
        this.policy = policy;
        this.overheadBytes = policy.settings().lengthAccounting().overheadBytes();
        this.inForce = policy.settings();
        this.conditioner = fresh(inForce, new ConditionerCounters());
    }

    /** Starts with settings that were in force before the node's own start, instead of the policy file's. */
    void restore(QueueSettings settings, long settingsRevision) {
        inForce = settings;
        revision = settingsRevision;
        conditioner = fresh(settings, new ConditionerCounters());
    }

    String name() {
        return policy.name();
    }

    boolean matches(Packet packet) {
        return policy.match().matches(packet);
    }

    SettingsGuard.State state() {
        return new SettingsGuard.State(revision, inForce, policy.bounds());
    }

    Decision offer(long handle, Packet packet, long nowNanos) {
        int lengthBytes = lengthBytes(packet);
        flows.offered(packet, lengthBytes);
        return conditioner.offer(handle, lengthBytes, nowNanos);
    }

    long nextReleaseNanos(long nowNanos) {
        return conditioner.nextReleaseNanos(nowNanos);
    }

    /** Handle of a packet that leaves now, or {@link Conditioner#NONE}. */
    long poll(long nowNanos) {
        return conditioner.poll(nowNanos);
    }

    /** Takes note that a packet left. */
    void sent(Packet packet, long nowNanos) {
        int lengthBytes = lengthBytes(packet);
        trail.passed(lengthBytes, nowNanos);
        unresponsive(packet, lengthBytes);
    }

    /** Takes note that a packet was dropped. */
    void lost(Packet packet, long nowNanos) {
        int lengthBytes = lengthBytes(packet);
        flows.lost(packet);
        trail.lost(lengthBytes, nowNanos);
        unresponsive(packet, lengthBytes);
    }

    /**
     * Puts other settings in force between two packets. Counters go on; what waits keeps its place and its arrival time
     * as far as the new settings hold it.
     *
     * @param moved told what became of packets that waited and do so no longer
     */
    void apply(QueueSettings settings, long settingsRevision, long nowNanos, DecisionSink moved) {
        inForce = settings;
        revision = settingsRevision;
        boolean shape = settings.discipline() == Discipline.SHAPER;
        if (conditioner instanceof Shaper shaper && shape) {
            ShaperSettings next = new ShaperSettings(rate(settings), burst(settings), limit(settings));
            shaper.reconfigure(next, nowNanos, moved);
        } else if (conditioner instanceof Shaper shaper) {
            conditioner = fresh(settings, shaper.counters());
            shaper.handOver(conditioner, nowNanos, moved);
        } else if (conditioner instanceof Policer policer && shape) {
            policer.reconfigure(rate(settings), burst(settings), nowNanos);
            conditioner = new Shaper(policer.bucket(), limit(settings), this::stayed, policer.counters());
        } else if (conditioner instanceof Policer policer) {
            policer.reconfigure(rate(settings), burst(settings), nowNanos);
        }
    }

    void beginSecond(long startNanos) {
        trail.begin(startNanos);
    }

    QueueSample sample() {
        return meter.take(name(), inForce, conditioner, flows.activeFlows());
    }

    /** Ends the second's flow counts: the greatest flows of it. */
    List<FlowSample> takeFlows(int most) {
        List<FlowSample> top = flows.top(name(), most);
        flows.clear();
        return top;
    }

    @Nullable
    LossTrail takeTrail() {
        return trail.end(name());
    }

    boolean isEmpty() {
        return conditioner.backlogPackets() == 0;
    }

    /**
     * A policer in a shaper's place begins with a full bucket, as one does that is switched on (RFC 2697 section 3):
     * with the shaper's, which is empty while packets wait, it would drop the whole queue. A change gives away one burst.
     */
    private Conditioner fresh(QueueSettings settings, ConditionerCounters counters) {
        TokenBucket bucket = new TokenBucket(rate(settings), burst(settings));
        return settings.discipline() == Discipline.SHAPER
                ? new Shaper(bucket, limit(settings), this::stayed, counters)
                : new Policer(bucket, (levelBytes, nowNanos) -> meter.policed(levelBytes), counters);
    }

    private void stayed(long sojournNanos, long nowNanos) {
        meter.sent(sojournNanos, nowNanos);
        trail.stayed(sojournNanos / 1_000);
    }

    private void unresponsive(Packet packet, int lengthBytes) {
        if (IpProtocol.isUnresponsive(packet.protocol, packet.sourcePort, packet.destinationPort)) {
            meter.unresponsive(lengthBytes);
        }
    }

    private int lengthBytes(Packet packet) {
        return packet.ipLengthBytes + overheadBytes;
    }

    private static long rate(QueueSettings settings) {
        return given("rateBitsPerSecond", settings.rateBitsPerSecond());
    }

    private static long burst(QueueSettings settings) {
        return given("burstBytes", settings.burstBytes());
    }

    private static QueueLimit limit(QueueSettings settings) {
        Long packets = settings.limitPackets();
        Long bytes = settings.limitBytes();
        return new QueueLimit(
                packets == null ? QueueLimit.PACKETS_LIMIT : packets, bytes == null ? QueueLimit.BYTES_LIMIT : bytes);
    }

    private static long given(String name, @Nullable Long value) {
        if (value == null) {
            throw new IllegalArgumentException(name + "=null; policy file and guard let no such settings through");
        }
        return value;
    }
}
