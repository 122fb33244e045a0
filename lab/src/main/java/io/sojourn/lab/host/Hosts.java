// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Network;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import java.util.SplittableRandom;

/** Puts the ends of every flow of a plan on its network. */
public final class Hosts {
    /** IP and UDP header. */
    private static final int UDP_HEADER_BYTES = 28;

    private final Network network;
    private final Observers observers;

    private Hosts(Network network, Observers observers) {
        this.network = network;
        this.observers = observers;
    }

    public static void connect(Plan plan, Network network, Observers observers) {
        Hosts hosts = new Hosts(network, observers);
        SplittableRandom seeds = new SplittableRandom(~plan.seed());
        for (int flow = 0; flow < plan.flows().size(); flow++) {
            hosts.add(flow, plan.flows().get(flow), seeds.split());
        }
    }

    private void add(int flow, FlowPlan plan, SplittableRandom random) {
        if (plan.traffic() instanceof Traffic.Bulk bulk) {
            addTcp(flow, plan, bulk.tcp(), application(bulk, plan), observers.flow(flow), random);
        } else if (plan.traffic() instanceof Traffic.Chunks chunks) {
            addChunks(flow, plan, chunks, random);
        } else if (plan.traffic() instanceof Traffic.ConstantRate rate) {
            Datagrams datagrams = datagrams(flow, plan, rate, random);
            at(plan.startNanos(), nowNanos -> datagrams.start(nowNanos, plan.stopNanos()));
        } else if (plan.traffic() instanceof Traffic.OnOff bursts) {
            addBursts(flow, plan, bursts, random);
        } else if (plan.traffic() instanceof Traffic.Ping ping) {
            addPings(flow, plan, ping);
        }
    }

    private static Application application(Traffic.Bulk bulk, FlowPlan plan) {
        Long offered = bulk.offeredBitsPerSecond();
        return offered == null
                ? Application.endless(plan.stopNanos())
                : Application.steady(offered, bulk.tcp().payloadBytes(), plan.startNanos(), plan.stopNanos());
    }

    /** @param atReceiver told what is delivered */
    private TcpSender addTcp(
            int flow,
            FlowPlan plan,
            TcpSettings settings,
            Application application,
            FlowObserver atReceiver,
            SplittableRandom random) {
        Events events = network.events();
        Later sender = new Later();
        Sending back = sending(flow, true, plan, sender);
        Sending forward = sending(flow, false, plan, new TcpReceiver(settings, events, back, atReceiver));
        TcpSender made = new TcpSender(settings, application, events, forward, observers.flow(flow), random);
        sender.end = made;
        at(plan.startNanos(), made::start);
        return made;
    }

    private void addChunks(int flow, FlowPlan plan, Traffic.Chunks chunks, SplittableRandom random) {
        FlowObserver observer = observers.flow(flow);
        ChunkServer server = new ChunkServer(VideoClient.segments(chunks));
        Sending requests = sending(flow, true, plan, server);
        VideoClient client = new VideoClient(chunks, network.events(), requests, observer, plan.stopNanos());
        TcpSender sender = addTcp(flow, plan, chunks.tcp(), server, client, random);
        server.sendBy(sender::onMoreToSend);
        at(plan.startNanos(), client::ask);
    }

    private Datagrams datagrams(int flow, FlowPlan plan, Traffic.ConstantRate rate, SplittableRandom random) {
        FlowObserver observer = observers.flow(flow);
        Sending forward = sending(
                flow,
                false,
                plan,
                (packet, nowNanos) -> observer.delivered(packet.ipBytes - UDP_HEADER_BYTES, nowNanos));
        return new Datagrams(rate, network.events(), forward, observer, random);
    }

    private void addBursts(int flow, FlowPlan plan, Traffic.OnOff onOff, SplittableRandom random) {
        Datagrams datagrams = datagrams(flow, plan, onOff.burst(), random);
        Bursts bursts = new Bursts(onOff, network.events(), datagrams, random, plan.stopNanos());
        at(plan.startNanos(), bursts::begin);
    }

    private void addPings(int flow, FlowPlan plan, Traffic.Ping ping) {
        Later sender = new Later();
        Sending back = sending(flow, true, plan, sender);
        Sending forward = sending(flow, false, plan, Pings.answering(back));
        Pings pings = new Pings(ping, network.events(), forward, observers.flow(flow), plan.stopNanos());
        sender.end = pings;
        at(plan.startNanos(), pings::send);
    }

    private void at(long nanos, Timer.Alarm alarm) {
        new Timer(network.events(), alarm).set(nanos);
    }

    private Sending sending(int flow, boolean backward, FlowPlan plan, Endpoint end) {
        PacketFields header = backward ? Headers.reversed(plan.header()) : plan.header();
        return new Sending(
                flow, backward, header, network.packets(), network.route(backward ? plan.back() : plan.forward(), end));
    }

    /** An end that is made after the way to it. */
    private static final class Later implements Endpoint {
        private Endpoint end = (packet, nowNanos) -> {};

        @Override
        public void receive(Packet packet, long nowNanos) {
            end.receive(packet, nowNanos);
        }
    }
}
