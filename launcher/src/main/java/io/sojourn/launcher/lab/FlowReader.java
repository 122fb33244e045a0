// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Reads {@code flows}. */
final class FlowReader {
    private static final int GROUP_LIMIT = 200;
    private static final int FLOW_LIMIT = 10_000;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private static final Parameter COUNT = Parameter.of("count", Unit.COUNT, 1, 1_000, 1, "flows of the group");
    private static final Parameter START = Parameter.of("start", Unit.NANOSECONDS, 0, HOUR_NANOS, 0, "when they start");
    private static final Parameter SPREAD = Parameter.of(
            "spread", Unit.NANOSECONDS, 0, HOUR_NANOS, 0, "each starts later by chance, evenly from 0 to this");
    private static final Parameter STOP = Parameter.optional(
            "stop", Unit.NANOSECONDS, 1, HOUR_NANOS, "when they have no more to send; without it never");

    static final List<Parameter> KEYS = List.of(COUNT, TrafficReader.OFFERED, START, SPREAD, STOP);

    private final YamlSection section;
    private final Set<String> hops;
    private final List<FlowGroup> groups = new ArrayList<>();
    private final Set<String> passed = new HashSet<>();
    private final Map<List<Object>, String> flowOfHeader = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private int flows;

    /** @param hops every name that a route may have */
    FlowReader(YamlSection section, Set<String> hops) {
        this.section = section;
        this.hops = hops;
    }

    /** Hops that a route names. */
    Set<String> passed() {
        return passed;
    }

    /** As many as could be read. */
    List<FlowGroup> read(long durationNanos) {
        if (section.keys().size() > GROUP_LIMIT) {
            section.problem(
                    section.path(), section.keys().size() + " groups", "at most " + GROUP_LIMIT, "leave some out");
            return groups;
        }
        for (String name : section.keys()) {
            YamlSection group = section.section(name);
            if (Keys.isName(section, name) && group != null && group.isMapping()) {
                read(name, group, durationNanos);
            }
        }
        return groups;
    }

    private void read(String name, YamlSection group, long durationNanos) {
        int before = group.problems();
        Settings settings = Keys.read(group, KEYS, "tcp", "udp", "chunks", "ping", "forward", "back", "header");
        Traffic traffic = TrafficReader.read(group);
        List<String> forward = Keys.names(group, "forward", this::hop);
        List<String> back = back(group);
        passed.addAll(forward);
        passed.addAll(back);
        times(group, settings, durationNanos);
        if (traffic == null) {
            return;
        }
        HeaderReader headers = HeaderReader.read(group.sectionOrEmpty("header"), traffic);
        if (group.problems() > before) {
            return;
        }
        add(name, group, settings, number -> {
            PacketFields header = headers.header(traffic, flows + number);
            return new FlowPlan(
                    settings.value(COUNT) == 1 ? name : name + "-" + (number + 1),
                    name,
                    traffic,
                    forward,
                    back,
                    header,
                    settings.value(START),
                    settings.has(STOP) ? settings.value(STOP) : Long.MAX_VALUE);
        });
    }

    /** Datagrams come to nothing that answers. */
    private List<String> back(YamlSection group) {
        boolean answered = group.has("tcp") || group.has("chunks") || group.has("ping");
        return answered || group.has("back") ? Keys.names(group, "back", this::hop) : List.of();
    }

    private String hop(String text) {
        return Keys.named(text, "hop", hops);
    }

    private void times(YamlSection group, Settings settings, long durationNanos) {
        if (!settings.has(START) || !settings.has(SPREAD)) {
            return;
        }
        long lastStartNanos = settings.value(START) + settings.value(SPREAD);
        if (settings.has(STOP) && settings.value(STOP) <= lastStartNanos) {
            group.problem(
                    group.at("stop"),
                    String.valueOf(group.word("stop")),
                    "after the last start, " + Quantity.text(START, lastStartNanos),
                    "stop later, or start earlier");
        }
        if (lastStartNanos >= durationNanos) {
            group.problem(
                    group.at("start"),
                    Quantity.text(START, lastStartNanos),
                    "before the end, " + Quantity.text(START, durationNanos),
                    "start earlier, or run longer");
        }
    }

    private void add(String name, YamlSection group, Settings settings, IntFunction<FlowPlan> plan) {
        int count = settings.intValue(COUNT);
        if (flows + count > FLOW_LIMIT) {
            group.problem(
                    group.at("count"), (flows + count) + " flows", "at most " + FLOW_LIMIT + " in a case", "use fewer");
            return;
        }
        List<FlowPlan> plans = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            FlowPlan flow = plan.apply(i);
            if (!isOwn(flow, group)) {
                return;
            }
            plans.add(flow);
        }
        flows += count;
        groups.add(new FlowGroup(name, plans, settings.value(SPREAD)));
    }

    /** Whether no other flow has its name or its header. */
    private boolean isOwn(FlowPlan flow, YamlSection group) {
        if (!names.add(flow.name()) || (!flow.name().equals(flow.group()) && section.has(flow.name()))) {
            group.problem(group.path(), flow.name(), "a flow's own name", "rename one of the groups");
            return false;
        }
        if (hops.contains(flow.name()) || hops.contains(flow.group())) {
            String taken = hops.contains(flow.group()) ? flow.group() : flow.name();
            group.problem(group.path(), taken, "a name that no hop has", "rename one of the two: metrics have both");
            return false;
        }
        PacketFields header = flow.header();
        if (header.sourcePort == PacketFields.NO_PORT) {
            return true;
        }
        String other = flowOfHeader.putIfAbsent(key(header), flow.name());
        if (other != null) {
            group.problem(
                    group.at("header"),
                    "that of " + other + " for " + flow.name(),
                    "a flow's own addresses and ports",
                    "leave sourcePort out: each flow then has its own");
        }
        return other == null;
    }

    private static List<Object> key(PacketFields header) {
        return List.of(
                header.sourceHigh,
                header.sourceLow,
                header.destinationHigh,
                header.destinationLow,
                header.protocol,
                header.sourcePort,
                header.destinationPort);
    }
}
