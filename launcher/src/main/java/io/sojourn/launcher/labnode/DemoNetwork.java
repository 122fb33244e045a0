// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.node.policy.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The network around the node of the demonstration: four downloads to each of two customers. The first has the hosts of a
 * published laboratory: windows of 64 512 bytes, next door, on one interface of 100 Mbit/s. The second has Linux hosts 40
 * ms away, with windows of 1 MB.
 */
public final class DemoNetwork {
    /** The customer behind a policer. */
    public static final String POLICED = "customer-a";

    /** The customer behind a queue of a thousand packets. */
    public static final String BLOATED = "customer-b";

    /** Downloads to each. */
    private static final int FLOWS = 4;

    private static final long NEAR_RTT_NANOS = 200_000;
    private static final long NEAR_BITS_PER_SECOND = 100_000_000;
    private static final TcpSettings NEAR = TcpSettings.windowsReno();
    /** 1 MB: more than rate and round-trip time need, as receivers open by themselves. */
    private static final int WIDE_SEGMENTS = 724;

    private static final long FAR_RTT_NANOS = 40_000_000;
    private static final long FAR_BITS_PER_SECOND = 1_000_000_000;
    private static final TcpSettings FAR =
            TcpSettings.linux(TcpSettings.Algorithm.LINUX_CUBIC).withWindowSegments(WIDE_SEGMENTS);

    /** Name of the box that is the node. */
    static final String BOX = "node";

    private static final long HOST_NANOS = 20_000;
    private static final int START_SPREAD_NANOS = 1_000_000_000;
    private static final long FOREVER_NANOS = Long.MAX_VALUE / 2;
    private static final long SECOND_CUSTOMER = 0x0A_00_03_01L;
    private static final long SEED = 1;

    private DemoNetwork() {}

    /** The node's policy file. */
    public static String policyText() {
        try (InputStream in = DemoNetwork.class.getResourceAsStream("demo.yaml")) {
            if (in == null) {
                throw new IllegalStateException("demo.yaml is not in this program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The policy, for a node of another name. */
    public static Policy policy(String node) {
        return Policy.parse("demo.yaml", policyText().replace("node: demo\n", "node: " + node + "\n"));
    }

    /** Packets for the node, from virtual time 0 on for ever. */
    public static LabSource source(Policy policy, long epochNanos) {
        return new LabSource(plan(FOREVER_NANOS), BOX, policy, epochNanos);
    }

    static Plan plan(long durationNanos) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<FlowPlan> flows = new ArrayList<>();
        for (int i = 0; i < 2 * FLOWS; i++) {
            boolean policed = i < FLOWS;
            String customer = policed ? POLICED : BLOATED;
            flows.add(new FlowPlan(
                    "download-" + (i + 1),
                    customer,
                    new Traffic.Bulk(policed ? NEAR : FAR, null),
                    List.of(customer + "-hosts", BOX, customer + "-there"),
                    List.of(customer + "-back"),
                    header(i, policed),
                    random.nextInt(START_SPREAD_NANOS),
                    Long.MAX_VALUE));
        }
        List<HopPlan> hops = new ArrayList<>(List.of(node()));
        hops.addAll(lines(POLICED, NEAR_BITS_PER_SECOND, NEAR_RTT_NANOS));
        hops.addAll(lines(BLOATED, FAR_BITS_PER_SECOND, FAR_RTT_NANOS));
        return new Plan(SEED, durationNanos, 0, hops, flows);
    }

    private static List<HopPlan> lines(String customer, long accessBitsPerSecond, long rttNanos) {
        return List.of(
                HopPlan.Line.access(customer + "-hosts", accessBitsPerSecond, HOST_NANOS),
                HopPlan.Line.delay(customer + "-there", rttNanos / 2),
                HopPlan.Line.delay(customer + "-back", rttNanos / 2));
    }

    private static PacketFields header(int number, boolean first) {
        PacketFields header = Headers.tcp(number);
        header.destinationLow = first ? header.destinationLow : SECOND_CUSTOMER;
        return header;
    }

    /** What is in it is the policy's. */
    private static HopPlan.Box node() {
        Settings fifo = Settings.of(Fifo.TYPE.parameters(), Map.of(), new LinkFacts(LinkFacts.UNLIMITED, 1_514));
        return new HopPlan.Box(
                BOX, new Part.Queue(BOX, Fifo.TYPE, fifo, List.of()), ClassChooser.only(BOX), LengthRule.ETHERNET);
    }
}
