// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Balancer;
import io.sojourn.lab.plan.HopPlan.Balancing;
import io.sojourn.lab.plan.HopPlan.Branch;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code hops}. */
final class HopReader {
    private static final int LIMIT = 200;
    private static final List<String> KINDS = List.of("line", "box", "balancer");

    private static final List<String> WORDS = List.of("packet", "packet-cost", "flow", "flow-cost");
    private static final Parameter BY = new Parameter(
            "by",
            Unit.WORD,
            0,
            WORDS.size() - 1,
            (before, link) -> Settings.ABSENT,
            true,
            WORDS,
            "whether packets or flows go in turn, or by cost");
    /** In the order of their words. */
    private static final List<Balancing> WAYS =
            List.of(Balancing.PER_PACKET, Balancing.PER_PACKET_BY_COST, Balancing.PER_FLOW, Balancing.PER_FLOW_BY_COST);

    private static final List<Balancing> COSTED = List.of(Balancing.PER_PACKET_BY_COST, Balancing.PER_FLOW_BY_COST);

    private static final Parameter COST =
            Parameter.optional("cost", Unit.COUNT, 1, 10_000_000, "10,000,000 over the speed in kbit/s");
    private static final Parameter SPEED = Parameter.optional(
            "speed", Unit.BITS_PER_SECOND, 1_000, 100_000_000_000L, "what the cost is computed from");

    static final List<Parameter> BALANCER_KEYS = List.of(BY);
    static final List<Parameter> BRANCH_KEYS = List.of(SPEED, COST);

    private final YamlSection section;
    private final List<YamlProblem> warnings;
    private final Set<String> names = new TreeSet<>();
    private final Set<String> balancers = new TreeSet<>();

    HopReader(YamlSection section, List<YamlProblem> warnings) {
        this.section = section;
        this.warnings = warnings;
        for (String name : section.keys()) {
            YamlSection hop = section.mapping(name);
            names.add(name);
            if (hop != null && hop.has("balancer")) {
                balancers.add(name);
            }
        }
    }

    /** Every hop that is written, whatever is wrong with it. */
    Set<String> names() {
        return names;
    }

    /** As many as could be read. */
    List<HopPlan> read() {
        List<HopPlan> hops = new ArrayList<>();
        if (names.size() > LIMIT) {
            section.problem(section.path(), names.size() + " hops", "at most " + LIMIT, "leave some out");
            return hops;
        }
        for (String name : section.keys()) {
            YamlSection hop = section.section(name);
            if (!Keys.isName(section, name) || hop == null || !hop.isMapping()) {
                continue;
            }
            HopPlan plan = hop(name, hop);
            if (plan != null) {
                hops.add(plan);
            }
        }
        return hops;
    }

    private @Nullable HopPlan hop(String name, YamlSection hop) {
        hop.allow(Set.copyOf(KINDS));
        List<String> kinds = KINDS.stream().filter(hop::has).toList();
        if (kinds.size() != 1) {
            hop.problem(
                    hop.path(),
                    kinds.isEmpty() ? "no kind" : String.join(" and ", kinds),
                    "one of line, box and balancer",
                    kinds.isEmpty()
                            ? "write line: { delay: 1ms }"
                            : "take one away; a case does with " + kinds.get(0) + ": null");
            return null;
        }
        YamlSection inside = hop.section(kinds.get(0));
        if (inside == null || !inside.isMapping()) {
            return null;
        }
        return switch (kinds.get(0)) {
            case "line" -> LineReader.read(name, inside);
            case "box" -> new BoxReader(name, inside, warnings).read();
            default -> balancer(name, inside);
        };
    }

    private @Nullable Balancer balancer(String name, YamlSection balancer) {
        int before = balancer.problems();
        Settings settings = Keys.read(balancer, BALANCER_KEYS, "branches");
        boolean byCost = settings.has(BY) && COSTED.contains(WAYS.get(settings.intValue(BY)));
        List<Branch> branches = new ArrayList<>();
        for (YamlSection branch : balancer.sections("branches")) {
            Branch read = branch(branch, byCost);
            if (read != null) {
                branches.add(read);
            }
        }
        return balancer.problems() == before ? new Balancer(name, WAYS.get(settings.intValue(BY)), branches) : null;
    }

    private @Nullable Branch branch(YamlSection branch, boolean byCost) {
        if (!branch.isMapping()) {
            return null;
        }
        int before = branch.problems();
        Settings settings = Keys.read(branch, BRANCH_KEYS, "hops");
        if (branch.has("speed") && branch.has("cost")) {
            branch.problem(branch.at("cost"), "beside speed", "left out, or alone", "take one of the two away");
        } else if (byCost && !branch.has("speed") && !branch.has("cost")) {
            branch.problem(branch.at("speed"), "missing", "given, or cost", "write speed: 100Mbit");
        }
        List<String> hops = Keys.names(branch, "hops", this::branchHop);
        if (branch.problems() > before) {
            return null;
        }
        long cost = settings.has(COST)
                ? settings.value(COST)
                : settings.has(SPEED) ? Branch.cost(settings.value(SPEED)) : 1;
        return new Branch(cost, hops);
    }

    private String branchHop(String text) {
        String hop = Keys.named(text, "hop", names);
        if (balancers.contains(hop)) {
            throw new Mended(hop, "a line or a box: no balancer stands inside a balancer", "write its branches here");
        }
        return hop;
    }
}
