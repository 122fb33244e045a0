// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.link.Part;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Balancing;
import io.sojourn.lab.plan.HopPlan.Branch;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.TcpSettings.Algorithm;
import io.sojourn.lab.plan.TcpSettings.Recovery;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of each recorded run, by its name.
 *
 * @param flows TCP flows
 * @param hops in the order of {@code forward}, then of {@code back}, then the rest
 * @param flood whether 30 Mbit/s of datagrams come from second 5 to 15
 * @param later what the box becomes at second 10
 */
record KernelPlans(
        TcpSettings tcp,
        int flows,
        long seconds,
        List<HopPlan> hops,
        List<String> forward,
        List<String> back,
        boolean flood,
        @Nullable Part later) {
    /** Host time before a sending, at most. */
    private static final int HOST_NANOS = 20_000;
    /** The flows of a run start within this. */
    private static final int START_SPREAD_NANOS = 10_000_000;
    /** What the recorded path took beyond its nominal delay: an idle ping over 5 ms took 5.3 to 5.9. */
    private static final long PATH_EXTRA_NANOS = 400_000;

    /** Acknowledgments in the captures announce 65 535 bytes, whatever the route said. */
    private static final int WINDOW_SEGMENTS = 65_535 / 1_448;

    /** ping and irtt ask ten times a second each. */
    private static final long PROBE_NANOS = 100_000_000;

    private static final int PING_IP_BYTES = 84;
    private static final int IRTT_IP_BYTES = 92;
    /** 30 Mbit/s of payload, as iperf3 sends it: about every millisecond some packets at once. */
    private static final Traffic.OnOff FLOOD =
            new Traffic.OnOff(new Traffic.ConstantRate(1_000_000_000, 1_476, 0), 30_000, 1_128_000, false);

    /** Another leaf than those of the TCP flows. */
    private static final int UDP_NUMBER = 11;

    private static final long BASE_NANOS = 5_000_000;
    private static final long WAN_NANOS = 40_000_000;
    private static final long ADSL_NANOS = 16_600_000;
    private static final long SECOND = 1_000_000_000;

    static KernelPlans of(String run, Algorithm algorithm) {
        TcpSettings tcp = TcpSettings.linux(algorithm).withWindowSegments(WINDOW_SEGMENTS);
        String[] parts = run.split("-", -1);
        if (parts[0].equals("sweep")) {
            return sweep(parts[1], Long.parseLong(parts[2]), tcp);
        }
        return switch (parts[0]) {
            case "G" -> twoPaths(run, tcp);
            case "H" -> adsl(run, tcp);
            default -> single(run, tcp);
        };
    }

    private static KernelPlans sweep(String of, long value, TcpSettings tcp) {
        return switch (of) {
            case "bucket" ->
                through(KernelRig.policer(KernelRig.RATE, value), BASE_NANOS, tcp)
                        .lasting(10);
            case "queue" ->
                through(KernelRig.htb(KernelRig.RATE, 8_000, value), BASE_NANOS, tcp)
                        .lasting(10);
            case "burst" ->
                through(KernelRig.htb(KernelRig.RATE, value, 200), BASE_NANOS, tcp)
                        .lasting(10);
            case "rtt" ->
                through(KernelRig.policer(KernelRig.RATE, 625_000), value * 1_000_000, tcp)
                        .lasting(10);
            default -> throw new IllegalArgumentException(of);
        };
    }

    private static KernelPlans single(String run, TcpSettings tcp) {
        TcpSettings old = tcp.withRecovery(Recovery.NEW_RENO);
        TcpSettings wide = tcp.withWindowSegments(TcpSettings.WINDOW_LIMIT_SEGMENTS);
        Part policer = KernelRig.policer(KernelRig.RATE, 625_000);
        Part shaper = KernelRig.htb(KernelRig.RATE, 8_000, 200);
        Part shortShaper = KernelRig.htb(KernelRig.RATE, 8_000, 83);
        return switch (run) {
            case "A-policer-bpf", "J-java-policer" -> through(policer, BASE_NANOS, tcp);
            case "A-policer-nft-bytes" ->
                through(KernelRig.policer(20_480_000, 2_560_000 + 625_000, LengthRule.IP), BASE_NANOS, tcp);
            case "A-policer-nft-pkts" -> through(KernelRig.packetPolicer(1_667, 417), BASE_NANOS, tcp);
            case "A-policer-tbf-tiny" -> through(KernelRig.tbf(KernelRig.RATE, 625_000, 1), BASE_NANOS, tcp);
            case "A-policer-smallbucket" -> through(KernelRig.policer(KernelRig.RATE, 16_000), BASE_NANOS, tcp);
            case "A-policer-oldtcp" -> through(policer, BASE_NANOS, old);
            case "A-policer-oldtcp-rto300ms" -> through(policer, BASE_NANOS, old.withRtoFloorNanos(300_000_000));
            case "A-policer-oldtcp-rto1s" -> through(policer, BASE_NANOS, old.withRtoFloorNanos(SECOND));
            case "B-shaper-htb-200", "J-java-shaper" -> through(shaper, BASE_NANOS, tcp);
            case "B-shaper-htb-200-b20k" -> through(KernelRig.htb(KernelRig.RATE, 20_000, 200), BASE_NANOS, tcp);
            case "B-shaper-tbf-200" -> through(KernelRig.tbf(KernelRig.RATE, 8_000, 200), BASE_NANOS, tcp);
            case "C-shaper-htb-83" -> through(shortShaper, BASE_NANOS, tcp);
            case "C-shaper-oldtcp-83" -> through(shortShaper, BASE_NANOS, old);
            case "D-fq-htb" -> through(KernelRig.fair(50), BASE_NANOS, tcp);
            case "D-fq-htb-21" -> through(KernelRig.fair(21), BASE_NANOS, tcp);
            case "E-bufferbloat-1000" -> through(KernelRig.htb(KernelRig.RATE, 8_000, 1_000), BASE_NANOS, wide);
            case "R-bloat-cut-to-83" -> through(shortShaper, BASE_NANOS, wide);
            case "R-shaper-before-policer" ->
                through(policer, BASE_NANOS, tcp).behind(KernelRig.box("local", KernelRig.htb(19_000_000, 8_000, 200)));
            case "I-flood-fifo" -> through(shaper, BASE_NANOS, tcp).flooded();
            case "I-flood-policer" -> through(policer, BASE_NANOS, tcp).flooded();
            case "I-flood-fq" -> through(KernelRig.fair(50), BASE_NANOS, tcp).flooded();
            case "T-policer-then-shaper" -> through(policer, BASE_NANOS, tcp).becoming(shaper);
            case "W-policer-wan" -> through(policer, WAN_NANOS, wide);
            case "W-shaper-wan" -> through(shaper, WAN_NANOS, wide);
            default -> throw new IllegalArgumentException(run);
        };
    }

    private static KernelPlans through(Part part, long baseNanos, TcpSettings tcp) {
        return through(KernelRig.box("box", part), baseNanos, tcp);
    }

    private static KernelPlans through(HopPlan.Box box, long baseNanos, TcpSettings tcp) {
        long nanos = baseNanos + PATH_EXTRA_NANOS;
        return new KernelPlans(
                tcp,
                4,
                20,
                List.of(
                        HopPlan.Line.access("access", 1_000_000_000, HOST_NANOS),
                        box,
                        HopPlan.Line.delay("there", nanos / 2),
                        HopPlan.Line.delay("back", nanos - nanos / 2)),
                List.of("access", box.name(), "there"),
                List.of("back"),
                false,
                null);
    }

    private static KernelPlans twoPaths(String run, TcpSettings tcp) {
        boolean degraded = run.endsWith("degraded");
        Part path = KernelRig.tbf(10_000_000, 8_000, 100);
        long nanos = BASE_NANOS + PATH_EXTRA_NANOS;
        Conditions good = new Conditions(Conditions.UNLIMITED, nanos / 2, 0, 0);
        Conditions bad = new Conditions(Conditions.UNLIMITED, nanos / 2 + 20_000_000, 10_000_000, 0.02);
        List<String> second = run.equals("G-one-path") ? List.of("first", "there") : List.of("second", "around");
        return new KernelPlans(
                tcp,
                4,
                20,
                List.of(
                        HopPlan.Line.access("access", 1_000_000_000, HOST_NANOS),
                        new HopPlan.Balancer(
                                "turns",
                                Balancing.PER_PACKET,
                                List.of(new Branch(1, List.of("first", "there")), new Branch(1, second))),
                        KernelRig.box("first", path),
                        KernelRig.box("second", path),
                        line("there", good),
                        line("around", degraded ? bad : good),
                        line("back", good)),
                List.of("access", "turns"),
                List.of("back"),
                false,
                null);
    }

    private static HopPlan.Line line(String name, Conditions conditions) {
        return new HopPlan.Line(name, conditions, 0, Long.MAX_VALUE, 0, true, List.of());
    }

    /** A line of 850 kbit/s down and 220 up; a customer's shapers leave it a tenth. */
    private static KernelPlans adsl(String run, TcpSettings tcp) {
        long nanos = ADSL_NANOS + PATH_EXTRA_NANOS;
        boolean shaped = run.endsWith("-shaped");
        boolean up = run.startsWith("H-adsl-up");
        List<HopPlan> hops = List.of(
                HopPlan.Line.access("access", 1_000_000_000, HOST_NANOS),
                KernelRig.box("up", KernelRig.tbf(220_000, 3_000, 200)),
                KernelRig.box("down", KernelRig.tbf(850_000, 3_000, 200)),
                KernelRig.customer("local", 198_000, up),
                KernelRig.customer("ingress", 765_000, !up),
                HopPlan.Line.delay("there", nanos / 2),
                HopPlan.Line.delay("back", nanos - nanos / 2));
        List<String> outward = shaped ? List.of("local", "up", "there") : List.of("up", "there");
        List<String> inward = shaped ? List.of("back", "down", "ingress") : List.of("back", "down");
        return new KernelPlans(tcp, 1, 20, hops, up ? outward : inward, up ? inward : outward, false, null);
    }

    private KernelPlans lasting(long newSeconds) {
        return new KernelPlans(tcp, flows, newSeconds, hops, forward, back, flood, later);
    }

    private KernelPlans flooded() {
        return new KernelPlans(tcp, flows, seconds, hops, forward, back, true, later);
    }

    private KernelPlans becoming(Part part) {
        return new KernelPlans(tcp, flows, seconds, hops, forward, back, flood, part);
    }

    /** With a box of the senders' own host first. */
    private KernelPlans behind(HopPlan.Box local) {
        List<HopPlan> more = new ArrayList<>(hops);
        more.add(local);
        List<String> longer = new ArrayList<>(List.of(local.name()));
        longer.addAll(forward);
        return new KernelPlans(tcp, flows, seconds, more, longer, back, flood, later);
    }

    Plan plan(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<FlowPlan> all = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            all.add(new FlowPlan(
                    "tcp-" + i,
                    "tcp",
                    new Traffic.Bulk(tcp, null),
                    forward,
                    back,
                    Headers.tcp(i),
                    random.nextInt(START_SPREAD_NANOS),
                    Long.MAX_VALUE));
        }
        all.add(other("ping", new Traffic.Ping(PROBE_NANOS, PING_IP_BYTES), 0, Long.MAX_VALUE));
        all.add(other("irtt", new Traffic.Ping(PROBE_NANOS, IRTT_IP_BYTES), PROBE_NANOS / 2, Long.MAX_VALUE));
        if (flood) {
            all.add(other("flood", FLOOD, 5 * SECOND, 15 * SECOND));
        }
        return new Plan(seed, seconds * SECOND, 0, hops, all);
    }

    private FlowPlan other(String name, Traffic traffic, long startNanos, long stopNanos) {
        return new FlowPlan(name, name, traffic, forward, back, Headers.udp(UDP_NUMBER), startNanos, stopNanos);
    }
}
