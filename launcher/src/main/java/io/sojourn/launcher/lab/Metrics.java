// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The figures of a network by name: {@code tcp.goodputMbit}, {@code wan.lossPercent}, {@code wan.tcp.lossPercent}. */
final class Metrics {
    private static final String LOSS = HopMetric.LOSS.text();

    private final NetworkCase network;

    Metrics(NetworkCase network) {
        this.network = network;
    }

    /**
     * How a metric is had of an outcome.
     *
     * @throws Mended when the case has none of that name
     */
    Function<Outcome, OptionalDouble> find(String metric) {
        String[] parts = metric.split("\\.", -1);
        if (parts.length == 3) {
            return lossOfGroup(metric, parts[0], parts[1], parts[2]);
        }
        if (parts.length != 2) {
            throw new Mended(metric, "GROUP.metric, FLOW.metric, HOP.metric or HOP.GROUP.lossPercent", hint(metric));
        }
        return flows(metric, parts[0], parts[1])
                .or(() -> hop(metric, parts[0], parts[1]))
                .orElseThrow(() -> new Mended(
                        parts[0],
                        "the name of a group, a flow or a hop of case " + network.name(),
                        hint(parts[0], names())));
    }

    private Optional<Function<Outcome, OptionalDouble>> flows(String metric, String name, String wanted) {
        Optional<FlowGroup> group = group(name);
        Optional<FlowPlan> flow = network.groups().stream()
                .flatMap(one -> one.flows().stream())
                .filter(one -> one.name().equals(name))
                .findFirst();
        Optional<FlowPlan> any = group.map(one -> one.flows().get(0)).or(() -> flow);
        if (any.isEmpty() || (isHop(name) && HopMetric.named(wanted).isPresent())) {
            return Optional.empty();
        }
        List<FlowMetric> known = FlowMetric.ALL.stream()
                .filter(one -> one.isOf(any.get().traffic()))
                .toList();
        FlowMetric found = known.stream()
                .filter(one -> one.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> unknown(
                        metric, wanted, known.stream().map(FlowMetric::text).toList(), "what " + name + " carries"));
        return Optional.of(
                group.isPresent() ? outcome -> found.of(outcome.group(name)) : outcome -> found.of(outcome.flow(name)));
    }

    private Optional<Function<Outcome, OptionalDouble>> hop(String metric, String name, String wanted) {
        if (!isHop(name)) {
            return Optional.empty();
        }
        List<String> known = HopMetric.ALL.stream().map(HopMetric::text).toList();
        HopMetric found = HopMetric.named(wanted).orElseThrow(() -> unknown(metric, wanted, known, "a hop"));
        return Optional.of(outcome -> found.of(outcome.hop(name), outcome.seconds()));
    }

    private Function<Outcome, OptionalDouble> lossOfGroup(String metric, String hop, String group, String wanted) {
        if (!isHop(hop)) {
            throw new Mended(hop, "the name of a line or a box of case " + network.name(), hint(hop, hops()));
        }
        FlowGroup flows = group(group)
                .orElseThrow(() ->
                        new Mended(group, "the name of a group of case " + network.name(), hint(group, groups())));
        if (!wanted.equals(LOSS)) {
            throw unknown(metric, wanted, List.of(LOSS), "one group's packets at a hop");
        }
        return outcome -> GroupLoss.at(outcome.hop(hop), network).stream()
                .filter(loss -> loss.group().equals(flows.name()))
                .findFirst()
                .orElseThrow()
                .percent();
    }

    private static Mended unknown(String metric, String wanted, List<String> known, String of) {
        return new Mended(metric, "of " + of + ": " + String.join(", ", known), hint(wanted, known));
    }

    private static String hint(String metric) {
        return "write it as tcp.goodputMbit, instead of " + metric;
    }

    private static String hint(String word, List<String> known) {
        return Nearest.hint(word, known).orElse("name one of them");
    }

    private Optional<FlowGroup> group(String name) {
        return network.groups().stream().filter(one -> one.name().equals(name)).findFirst();
    }

    private List<String> groups() {
        return network.groups().stream().map(FlowGroup::name).toList();
    }

    private List<String> hops() {
        return network.hops().stream()
                .filter(hop -> !(hop instanceof HopPlan.Balancer))
                .map(HopPlan::name)
                .toList();
    }

    private boolean isHop(String name) {
        return hops().contains(name);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(
                Stream.concat(groups().stream(), hops().stream()).toList());
        network.groups().forEach(group -> group.flows().forEach(flow -> names.add(flow.name())));
        return names;
    }
}
