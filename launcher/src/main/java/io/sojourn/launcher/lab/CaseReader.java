// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.RoundTrip;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import io.sojourn.node.yaml.Problems;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads one case of a network: the scenario with the case's patch on it. */
final class CaseReader {
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private static final Parameter DURATION = Parameter.required(
            "duration", Unit.NANOSECONDS, 1_000_000, HOUR_NANOS, "virtual time from the start to the end");
    private static final Parameter WARM_UP =
            Parameter.of("warmUp", Unit.NANOSECONDS, 0, HOUR_NANOS, 0, "of it, what is not measured");

    static final List<Parameter> KEYS = List.of(DURATION, WARM_UP);
    /** What a case may change. */
    static final Set<String> PATCHED = Set.of("duration", "warmUp", "hops", "flows");

    private final Problems problems;
    private final YamlSection top;
    private final List<YamlProblem> warnings = new ArrayList<>();
    private final Set<String> unused = new TreeSet<>();

    CaseReader(JsonNode scenario) {
        problems = ScenarioReader.noProblems();
        top = new YamlSection(scenario, "", problems);
    }

    List<YamlProblem> problems() {
        return problems.found();
    }

    List<YamlProblem> warnings() {
        return warnings;
    }

    /** Hops that no flow passes. */
    Set<String> unused() {
        return unused;
    }

    /** The case; null when something is wrong with it. */
    @Nullable
    NetworkCase read(String name) {
        Settings times = Keys.values(top, KEYS);
        long durationNanos = times.has(DURATION) ? times.value(DURATION) : HOUR_NANOS;
        if (times.has(WARM_UP) && times.value(WARM_UP) >= durationNanos) {
            top.problem("warmUp", String.valueOf(top.word("warmUp")), "less than duration", "run longer");
        }
        HopReader hopReader = new HopReader(required("hops", "add one, as wan: { line: { delay: 1ms } }"), warnings);
        List<HopPlan> hops = hopReader.read();
        FlowReader flowReader = new FlowReader(
                required("flows", "add one, as tcp: { tcp: {}, forward: [wan], back: [wan] }"), hopReader.names());
        List<FlowGroup> groups = flowReader.read(durationNanos);
        if (!problems.isEmpty()) {
            return null;
        }
        Map<String, HopPlan> byName = new HashMap<>();
        hops.forEach(hop -> byName.put(hop.name(), hop));
        groups.forEach(group -> takesTime(group, byName));
        findUnused(hops, flowReader.passed());
        hops.forEach(hop -> changes(hop, durationNanos));
        classes(byName, groups);
        if (!problems.isEmpty()) {
            return null;
        }
        NetworkCase read = new NetworkCase(name, durationNanos, times.value(WARM_UP), hops, groups);
        Effort.tooMuch(read)
                .ifPresentOrElse(problems::add, () -> Effort.mayBeTooMuch(read).ifPresent(warnings::add));
        return problems.isEmpty() ? read : null;
    }

    /** A group that would never let virtual time go on. */
    private void takesTime(FlowGroup group, Map<String, HopPlan> hops) {
        FlowPlan flow = group.flows().get(0);
        if (!RoundTrip.takesTime(flow, hops)) {
            top.problem(
                    "flows." + group.name(),
                    "takes no time for a round trip",
                    "some on the way of TCP",
                    "name a line with a rate or a delay in forward or back");
        }
    }

    private void changes(HopPlan hop, long durationNanos) {
        if (!(hop instanceof HopPlan.Line line)) {
            return;
        }
        for (int i = 0; i < line.changes().size(); i++) {
            long atNanos = line.changes().get(i).atNanos();
            if (atNanos >= durationNanos) {
                warnings.add(new YamlProblem(
                        "hops." + line.name() + ".line.changes[" + i + "].at",
                        Quantity.text(DURATION, atNanos),
                        "before the end, " + Quantity.text(DURATION, durationNanos),
                        "change earlier, or run longer"));
            }
        }
    }

    private YamlSection required(String key, String mend) {
        top.problemIfMissing(key, mend);
        YamlSection section = top.sectionOrEmpty(key);
        if (top.has(key) && section.isMapping() && section.keys().isEmpty()) {
            top.problem(key, "empty", "at least one", mend);
        }
        return section;
    }

    private void findUnused(List<HopPlan> hops, Set<String> passed) {
        Set<String> used = new HashSet<>(passed);
        for (HopPlan hop : hops) {
            if (hop instanceof HopPlan.Balancer balancer && passed.contains(balancer.name())) {
                balancer.branches().forEach(branch -> used.addAll(branch.hops()));
            }
        }
        hops.stream().map(HopPlan::name).filter(name -> !used.contains(name)).forEach(unused::add);
    }

    /** Each flow has to have a class in every box that it passes. */
    private void classes(Map<String, HopPlan> byName, List<FlowGroup> groups) {
        for (FlowGroup group : groups) {
            for (FlowPlan flow : group.flows()) {
                flow.forward().forEach(hop -> classes(byName, hop, flow, false));
                flow.back().forEach(hop -> classes(byName, hop, flow, true));
            }
        }
    }

    private void classes(Map<String, HopPlan> byName, String hop, FlowPlan flow, boolean backward) {
        HopPlan plan = byName.get(hop);
        if (plan instanceof HopPlan.Balancer balancer) {
            balancer.branches()
                    .forEach(branch -> branch.hops().forEach(inside -> classes(byName, inside, flow, backward)));
        }
        String place = "hops." + hop + ".box.default";
        if (plan instanceof HopPlan.Box box
                && box.classes() instanceof BoxClasses classes
                && classes.find(backward ? Headers.reversed(flow.header()) : flow.header())
                        .isEmpty()
                && !problems.has(place)) {
            top.problem(
                    place,
                    "missing",
                    "given, or rules that take every flow: none takes " + flow.name() + (backward ? " back" : ""),
                    "write default: and the name of a class");
        }
    }
}
