// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.DecidingQueue;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CAKE, Common Applications Kept Enhanced: shaper, priorities, fair queues by host and flow, and queue management in one.
 *
 * <p>Source: Hoeiland-Joergensen, Taht, Morton, "Piece of CAKE: A Comprehensive Queue Management Solution for Home
 * Gateways" (2018); tc-cake(8). The parts: {@link VirtualClock}, {@link Diffserv}, {@link FlowTable}, {@link Tin}, {@link
 * Cobalt}, {@link AckFilter}, {@link Backlog}.
 *
 * <p>Beside what the parts say: packets of one flow stay in order as long as their code point is the same, since code points
 * choose the tin (RFC 2474 section 3 lets packets of different behavior overtake each other). The backlog counts bytes of
 * packets, not memory. There is no ingress mode, no NAT lookup and no washing of code points.
 */
public final class Cake extends DecidingQueue {
    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "cake",
            "https://arxiv.org/abs/1804.07617",
            "shaper, tins by code point, fair by host and flow, CoDel and BLUE, ACK filter",
            CakeParameters.ALL,
            CakeParameters::problems,
            Cake::new);

    private static final int ACKS_ALL = 0;
    private static final int ACKS_ONE = 2;

    private final Surroundings around;
    private final PacketStore packets;
    private final Backlog backlog = new Backlog();
    private final VirtualClock clock = new VirtualClock();
    private final int[] tinOfDscp = new int[64];
    private List<Tin> tins = List.of();
    private Tins order;
    private Diffserv diffserv = Diffserv.BESTEFFORT;
    private Isolation isolation = Isolation.FLOWBLIND;
    private CountedLength lengths;
    private boolean isShaped;
    private @Nullable AckFilter ackFilter;

    public Cake(Settings settings, Surroundings around) {
        super(around.packets());
        this.around = around;
        packets = around.packets();
        lengths = CakeParameters.lengths(settings, packets);
        order = new Tins(tins, diffserv);
        set(settings);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        Tin tin = tinOf(packet);
        wake(nowNanos);
        Flow flow = tin.add(packet, nowNanos);
        if (ackFilter != null) {
            int needless = ackFilter.added(flow.acks, flow.waiting, packet, flow.beforeLast);
            if (needless != NONE) {
                tin.filtered(flow, needless, nowNanos);
            }
        }
        makeRoom(nowNanos);
    }

    @Override
    public void adopt(int packet, long nowNanos) {
        wake(nowNanos);
        tinOf(packet).add(packet, nowNanos);
        makeRoom(nowNanos);
    }

    @Override
    protected int choose(long nowNanos) {
        if (backlog.packets() == 0 || clock.readyNanos() > nowNanos) {
            return NONE;
        }
        return isShaped ? takeScheduled(nowNanos) : takeShared(nowNanos);
    }

    @Override
    public long readyNanos(long nowNanos) {
        if (backlog.packets() < backlogPackets()) {
            return nowNanos;
        }
        return backlog.packets() == 0 ? Long.MAX_VALUE : Math.max(nowNanos, clock.readyNanos());
    }

    @Override
    protected int withdrawQueued(long nowNanos) {
        for (Tin tin : tins) {
            int packet = tin.withdraw();
            if (packet != NONE) {
                return packet;
            }
        }
        return NONE;
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        set(settings);
    }

    @Override
    protected int queuedPackets() {
        return backlog.packets();
    }

    @Override
    protected long queuedBytes() {
        return backlog.bytes();
    }

    private void wake(long nowNanos) {
        if (backlog.packets() == 0) {
            clock.wake(nowNanos);
        }
    }

    private int takeScheduled(long nowNanos) {
        Tin tin = tins.get(order.scheduled(nowNanos));
        int packet = tin.take(nowNanos);
        int lengthBytes = lengths.of(packet);
        tin.clock.chargeLent(lengthBytes, nowNanos);
        clock.charge(lengthBytes, nowNanos);
        return packet;
    }

    private int takeShared(long nowNanos) {
        int tin = order.shared();
        int packet = tins.get(tin).take(nowNanos);
        order.charge(tin, lengths.of(packet));
        return packet;
    }

    /** "Piece of CAKE": on overflow the longest queue gives up its first packet. */
    private void makeRoom(long nowNanos) {
        while (backlog.isOverLimit()) {
            Flow fattest = backlog.fattest(tins);
            fattest.tin.overflow(fattest, nowNanos);
        }
    }

    private Tin tinOf(int packet) {
        return tins.get(tinOfDscp[packets.dscp(packet)]);
    }

    private void set(Settings settings) {
        long rate = CakeParameters.rate(settings);
        int mtuBytes = settings.intValue(CakeParameters.MTU);
        long mtuNanos = rate == 0 ? 0 : mtuBytes * 8_000_000_000L / rate;
        isShaped = rate != 0;
        lengths = CakeParameters.lengths(settings, packets);
        backlog.configure(settings.value(CakeParameters.LIMIT_BYTES));
        clock.configure(rate, mtuNanos);
        int filter = settings.intValue(CakeParameters.ACK_FILTER);
        ackFilter = filter == ACKS_ALL ? null : new AckFilter(packets, filter == ACKS_ONE);
        setTins(settings);
        for (int i = 0; i < tins.size(); i++) {
            long share = isShaped ? Math.max(1, diffserv.part(i, rate)) : 0;
            tins.get(i).configure(share, mtuNanos, settings.value(CakeParameters.RTT), mtuBytes, lengths);
        }
    }

    /** Flows are remembered for as long as tins and queues mean the same. */
    private void setTins(Settings settings) {
        Diffserv wanted = CakeParameters.diffserv(settings);
        Isolation wantedIsolation = CakeParameters.isolation(settings);
        if (!tins.isEmpty() && wanted == diffserv && wantedIsolation == isolation) {
            return;
        }
        diffserv = wanted;
        isolation = wantedIsolation;
        List<Tin> made = new ArrayList<>();
        for (int i = 0; i < diffserv.tins(); i++) {
            made.add(new Tin(around, backlog, isolation, lengths, i));
        }
        tins = List.copyOf(made);
        order = new Tins(tins, diffserv);
        for (int dscp = 0; dscp < tinOfDscp.length; dscp++) {
            tinOfDscp[dscp] = diffserv.tin(dscp);
        }
    }
}
