// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.KeyedHeap;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * Flow-based weighted fair queueing as in Cisco IOS: each packet gets a sequence number when it arrives, the lowest
 * leaves first, and a flow's share grows with its IP precedence.
 *
 * <p>Source: Cisco IOS Quality of Service Solutions Configuration Guide, "Weighted Fair Queueing" and command
 * {@code fair-queue}. Numbers are those of a self-clocked fair queue (Golestani, INFOCOM 1994): the flow's last, or that
 * of the packet last sent, plus weight x length. Over any interval in which two flows never run empty, bytes x weight
 * differ by at most one packet of each.
 *
 * <p>Weights are whole, as Cisco shows them: 5397 for precedence 5, which gives at most 0.02 % too much. The hash of a
 * flow does not hold its precedence, as Cisco's does: a flow with packets of several precedences stays in order.
 */
public final class Wfq implements QueueDiscipline {
    /** So that no two sequence numbers are 2<sup>63</sup> apart: 65 535 x 32 384 x 2<sup>31</sup> is half of that. */
    private static final int LIMIT_PACKETS = 65_535;

    public static final Parameter LIMIT = Parameter.of(
            "limit", Unit.PACKETS, 1, LIMIT_PACKETS, 1000, "most packets that wait; hold-queue of Cisco IOS");
    public static final Parameter FLOWS = Parameter.computed(
            "flows",
            Unit.COUNT,
            1,
            65_536,
            Wfq::dynamicQueues,
            "queues that flows are hashed into; Cisco IOS, by rate");
    public static final Parameter DISCARD_THRESHOLD = Parameter.of(
            "discardThreshold",
            Unit.PACKETS,
            1,
            LIMIT_PACKETS,
            64,
            "packets of a flow that wait before more are dropped until a quarter is left; Cisco IOS");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "wfq",
            "https://www.cisco.com/c/en/us/td/docs/ios-xml/ios/qos_conmgt/configuration/xe-16/qos-conmgt-xe-16-book.html",
            "flows share by IP precedence, lowest sequence number first",
            List.of(LIMIT, FLOWS, DISCARD_THRESHOLD),
            DisciplineType.Check.NONE,
            Wfq::new);

    private static final int WEIGHT_OF_ONE = 32_384;
    private static final int PRECEDENCE_SHIFT = 5;

    private final PacketStore packets;
    private final PacketFate fate;
    private final long seed;

    private int limitPackets;
    private int limitFlows;
    private int thresholdPackets;

    private FlowQueues flows;
    private KeyedHeap bySequence;
    private boolean[] isDiscarding = {};
    private long sequenceInService;

    public Wfq(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        seed = FlowHash.mix(around.seed());
        flows = new FlowQueues(packets, 0);
        bySequence = new KeyedHeap(KeyedHeap.places(0));
        configure(settings, 0);
    }

    /** What a byte of a packet counts: 32384 / (precedence + 1), rounded down (Cisco IOS 12.0(5)T and later). */
    static int weight(int precedence) {
        return WEIGHT_OF_ONE / (precedence + 1);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        if (isDiscarded(flow(packet))) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        } else {
            adopt(packet, nowNanos);
        }
    }

    @Override
    public void adopt(int packet, long nowNanos) {
        if (flows.packets() >= limitPackets) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
            return;
        }
        int flow = flow(packet);
        boolean isFirst = flows.packets(flow) == 0;
        // Numbers leave in order, so that of a waiting packet is always above the one in service.
        long before = isFirst ? sequenceInService : packets.tag(flows.last(flow));
        long sequence = before + (long) weight(packets.tos(packet) >> PRECEDENCE_SHIFT) * packets.lengthBytes(packet);
        packets.setTag(packet, sequence);
        flows.addLast(flow, packet);
        if (isFirst) {
            bySequence.put(flow, sequence);
        }
    }

    @Override
    public int dequeue(long nowNanos) {
        int packet = withdraw(nowNanos);
        if (packet != NONE) {
            sequenceInService = packets.tag(packet);
        }
        return packet;
    }

    @Override
    public int peek(long nowNanos) {
        return bySequence.isEmpty() ? NONE : flows.first(bySequence.first());
    }

    @Override
    public long readyNanos(long nowNanos) {
        return bySequence.isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public int withdraw(long nowNanos) {
        if (bySequence.isEmpty()) {
            return NONE;
        }
        int flow = bySequence.first();
        int packet = flows.removeFirst(flow);
        if (flows.packets(flow) == 0) {
            bySequence.remove(flow);
        } else {
            bySequence.put(flow, packets.tag(flows.first(flow)));
        }
        return packet;
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        limitPackets = settings.intValue(LIMIT);
        limitFlows = settings.intValue(FLOWS);
        thresholdPackets = settings.intValue(DISCARD_THRESHOLD);
        flows = new FlowQueues(packets, limitFlows);
        bySequence = new KeyedHeap(KeyedHeap.places(limitFlows));
        isDiscarding = new boolean[limitFlows];
    }

    @Override
    public int backlogPackets() {
        return flows.packets();
    }

    @Override
    public long backlogBytes() {
        return flows.bytes();
    }

    /**
     * Congestive discard (Cisco IOS): a conversation at the threshold "will not have any new messages queued until that
     * queue's content drops below one-fourth of the congestive discard value".
     */
    private boolean isDiscarded(int flow) {
        int waiting = flows.packets(flow);
        if (isDiscarding[flow] && 4L * waiting < thresholdPackets) {
            isDiscarding[flow] = false;
        } else if (waiting >= thresholdPackets) {
            isDiscarding[flow] = true;
        }
        return isDiscarding[flow];
    }

    private int flow(int packet) {
        return FlowHash.bucket(packets.flow(packet), seed, limitFlows);
    }

    /** Dynamic queues of {@code fair-queue}: 16 up to 64 kbit/s, doubling with the rate to 256 above 512 kbit/s. */
    private static long dynamicQueues(Settings before, LinkFacts link) {
        long queues = 16;
        for (long rate = 64_000; queues < 256 && link.rateBitsPerSecond() > rate; rate *= 2) {
            queues *= 2;
        }
        return queues;
    }
}
