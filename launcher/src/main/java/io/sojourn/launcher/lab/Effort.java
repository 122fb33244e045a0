// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.yaml.YamlProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much work a case is, known before it is run: each packet counts once for each hop that it passes. All that a run
 * measures is kept until its end, about 16 bytes for each.
 *
 * <p>Error: datagrams and echo requests are as many as on average, or fewer when they are dropped on their way. TCP is no
 * more than fills the slowest hop of its way, or sends a whole window each least round trip, whichever is less; what it
 * sends again is not counted.
 */
final class Effort {
    /** A minute or two, and at most 2 GB. */
    static final long LIMIT = 100_000_000;

    private static final double SECOND_NANOS = 1e9;
    private static final int FULL_IP_BYTES = 1_500;

    private final NetworkCase network;
    private final Map<String, HopPlan> hops = new HashMap<>();
    private final Map<String, Demand> demands = new HashMap<>();
    private double certain;

    /** What TCP would send through a hop if it were endless. */
    private record Demand(double bitsPerSecond, double passes) {
        Demand plus(Demand other) {
            return new Demand(bitsPerSecond + other.bitsPerSecond, passes + other.passes);
        }
    }

    private Effort(NetworkCase network) {
        this.network = network;
        network.hops().forEach(hop -> hops.put(hop.name(), hop));
        for (FlowGroup group : network.groups()) {
            group.flows().forEach(this::add);
        }
    }

    /** What is wrong with a case that would certainly take more than {@link #LIMIT}. */
    static Optional<YamlProblem> tooMuch(NetworkCase network) {
        return problem(new Effort(network).certain, "");
    }

    /** The same of one that may take more. */
    static Optional<YamlProblem> mayBeTooMuch(NetworkCase network) {
        Effort effort = new Effort(network);
        return problem(effort.certain + effort.tcp(), "perhaps ");
    }

    private static Optional<YamlProblem> problem(double passes, String howSure) {
        return passes <= LIMIT
                ? Optional.empty()
                : Optional.of(new YamlProblem(
                        "duration",
                        String.format(Locale.ROOT, "%s%,.0f packets times hops that they pass", howSure, passes),
                        String.format(Locale.ROOT, "at most %,d", LIMIT),
                        "run shorter, at lower rates, or with fewer flows"));
    }

    /** Flows behind one slowest hop share it. */
    private double tcp() {
        double passes = 0;
        for (Map.Entry<String, Demand> entry : demands.entrySet()) {
            Demand demand = entry.getValue();
            double rate = bitsPerSecond(entry.getKey());
            passes += demand.passes() * Math.min(1, rate / demand.bitsPerSecond());
        }
        return passes;
    }

    private void add(FlowPlan flow) {
        double seconds = (Math.min(flow.stopNanos(), network.durationNanos()) - flow.startNanos()) / SECOND_NANOS;
        Traffic traffic = flow.traffic();
        if (traffic instanceof Traffic.ConstantRate rate) {
            certain += seconds * datagrams(rate) * passes(flow.forward());
        } else if (traffic instanceof Traffic.OnOff onOff) {
            double share = (double) onOff.onNanos() / (onOff.onNanos() + onOff.offNanos());
            certain += seconds * share * datagrams(onOff.burst()) * passes(flow.forward());
        } else if (traffic instanceof Traffic.Ping ping) {
            certain += seconds * SECOND_NANOS / ping.intervalNanos() * (passes(flow.forward()) + passes(flow.back()));
        } else if (traffic instanceof Traffic.Bulk bulk) {
            Long offered = bulk.offeredBitsPerSecond();
            addTcp(flow, bulk.tcp(), offered == null ? Double.POSITIVE_INFINITY : offered, seconds);
        } else if (traffic instanceof Traffic.Chunks chunks) {
            addTcp(flow, chunks.tcp(), chunks.chunkBytes() * 8 * SECOND_NANOS / chunks.periodNanos(), seconds);
        }
    }

    private static double datagrams(Traffic.ConstantRate rate) {
        return rate.bitsPerSecond() / 8.0 / rate.ipBytes();
    }

    private void addTcp(FlowPlan flow, TcpSettings tcp, double offeredBitsPerSecond, double seconds) {
        String slowest = "";
        for (String hop : flow.forward()) {
            slowest = bitsPerSecond(hop) < bitsPerSecond(slowest) ? hop : slowest;
        }
        double windowBits = 8.0 * FULL_IP_BYTES * tcp.windowSegments();
        double rttSeconds = (delayNanos(flow.forward()) + delayNanos(flow.back())) / SECOND_NANOS;
        double bitsPerSecond = Math.min(
                Math.min(offeredBitsPerSecond, bitsPerSecond(slowest)),
                windowBits / Math.max(rttSeconds, 1 / SECOND_NANOS));
        double packets = seconds * bitsPerSecond / 8 / FULL_IP_BYTES;
        Demand demand = new Demand(bitsPerSecond, packets * (passes(flow.forward()) + passes(flow.back())));
        demands.merge(slowest, demand, Demand::plus);
    }

    private int passes(List<String> route) {
        return route.stream()
                .mapToInt(name -> hops.get(name) instanceof HopPlan.Balancer balancer
                        ? balancer.branches().stream()
                                .mapToInt(branch -> branch.hops().size())
                                .max()
                                .orElse(0)
                        : 1)
                .sum();
    }

    /** Infinite where nothing limits it. */
    private double bitsPerSecond(String name) {
        @Nullable HopPlan hop = hops.get(name);
        if (hop instanceof HopPlan.Line line) {
            return conditions(line)
                    .mapToDouble(c -> c.rateBitsPerSecond() == Conditions.UNLIMITED
                            ? Double.POSITIVE_INFINITY
                            : c.rateBitsPerSecond())
                    .max()
                    .orElse(Double.POSITIVE_INFINITY);
        }
        if (hop instanceof HopPlan.Balancer balancer) {
            return balancer.branches().stream()
                    .mapToDouble(branch -> least(branch.hops(), this::bitsPerSecond))
                    .sum();
        }
        return hop instanceof HopPlan.Box box && box.classes() instanceof BoxClasses classes
                ? bitsPerSecond(classes.policy())
                : Double.POSITIVE_INFINITY;
    }

    private static double bitsPerSecond(Policy policy) {
        Long link = policy.links().get(0).rateBitsPerSecond();
        Long alone =
                policy.queues().size() == 1 ? policy.queues().get(0).settings().rateBitsPerSecond() : null;
        return link != null ? link : alone != null ? alone : Double.POSITIVE_INFINITY;
    }

    private double delayNanos(List<String> route) {
        return route.stream().mapToDouble(name -> delayNanos(hops.get(name))).sum();
    }

    private double delayNanos(@Nullable HopPlan hop) {
        if (hop instanceof HopPlan.Line line) {
            return conditions(line).mapToDouble(Conditions::delayNanos).min().orElse(0);
        }
        return hop instanceof HopPlan.Balancer balancer
                ? balancer.branches().stream()
                        .mapToDouble(branch -> delayNanos(branch.hops()))
                        .min()
                        .orElse(0)
                : 0;
    }

    private static Stream<Conditions> conditions(HopPlan.Line line) {
        return Stream.concat(
                Stream.of(line.conditions()), line.changes().stream().map(HopPlan.Change::to));
    }

    private static double least(List<String> names, ToDoubleFunction<String> value) {
        return names.stream().mapToDouble(value).min().orElse(Double.POSITIVE_INFINITY);
    }
}
