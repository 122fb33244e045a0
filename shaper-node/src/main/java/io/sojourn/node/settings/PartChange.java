// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A link's tree with one queue set as the wire says.
 *
 * <p>A queue that has a link or a shaper to itself gets the rate there, or a policer before it; one that is a class of a
 * scheduler gets it as the most that its class may send, if the scheduler has such a setting.
 */
public final class PartChange {
    private static final long MOST_PACKETS = 1_000_000;
    private static final long MOST_BYTES = 1L << 32;

    private final String queue;
    private final QueueSettings wanted;
    private final LinkFacts facts;

    /** The tree cannot be changed so. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason, null, false, false);
        }

        public String reason() {
            return String.valueOf(getMessage());
        }
    }

    private PartChange(String queue, QueueSettings wanted, LinkFacts facts) {
        this.queue = queue;
        this.wanted = wanted;
        this.facts = facts;
    }

    /**
     * @param facts of the link
     * @throws Refused naming value and bound
     */
    public static Part of(Part root, String queue, QueueSettings wanted, LinkFacts facts) {
        PartChange change = new PartChange(queue, wanted, facts);
        Part.Queue alone = leafOf(root);
        return alone != null ? change.alone(alone) : change.within(root, facts);
    }

    /** A tree for a queue that has a link to itself. */
    public static Part fresh(String queue, QueueSettings wanted, LinkFacts facts) {
        Settings settings = Settings.of(Disciplines.FIFO.parameters(), Map.of(), facts);
        return of(new Part.Queue(queue, Disciplines.FIFO, settings, List.of()), queue, wanted, facts);
    }

    /** The queue that is the whole of this part, a shaper before it or not; null when there is more. */
    static Part.@Nullable Queue leafOf(Part part) {
        if (part instanceof Part.Shaped shaped) {
            return shaped.inner() instanceof Part.Queue leaf ? leaf : null;
        }
        return part instanceof Part.Queue leaf ? leaf : null;
    }

    private Part alone(Part.Queue leaf) {
        List<Metered> meters = new ArrayList<>(leaf.meters());
        if (!meters.isEmpty() && meters.get(meters.size() - 1).type().equals(Disciplines.POLICER)) {
            meters.remove(meters.size() - 1);
        }
        if (wanted.discipline() == Discipline.POLICER) {
            meters.add(new Metered(Disciplines.POLICER, rateAndBurst(Disciplines.POLICER, facts)));
            Map<String, Long> roomForAll = Map.of("limit", MOST_PACKETS, "limitBytes", MOST_BYTES);
            return new Part.Queue(queue, Disciplines.FIFO, checked(Disciplines.FIFO, roomForAll, facts), meters);
        }
        return shaped(new Part.Queue(leaf.name(), leaf.type(), leaf.settings(), meters), facts);
    }

    private Part shaped(Part.Queue leaf, LinkFacts around) {
        Settings settings = rateAndBurst(Disciplines.TBF, around);
        LinkFacts below = FactsBelow.shaper(Disciplines.TBF, settings, around);
        return new Part.Shaped(Disciplines.TBF, settings, queue(leaf, below));
    }

    private Settings rateAndBurst(DisciplineType type, LinkFacts around) {
        Map<String, Long> given = new HashMap<>();
        if (wanted.rateBitsPerSecond() == null) {
            throw new Refused("rateBitsPerSecond=null; must be given, nothing else limits " + queue);
        }
        given.put("rate", wanted.rateBitsPerSecond());
        if (wanted.burstBytes() != null) {
            given.put("burst", wanted.burstBytes());
        }
        return checked(type, given, around);
    }

    private Part within(Part place, LinkFacts around) {
        if (place instanceof Part.Shaped shaped) {
            Part.Queue leaf = leafOf(shaped);
            if (leaf != null) {
                refusePolicer("a shaper of its own");
                return shaped(leaf, around);
            }
            LinkFacts below = FactsBelow.shaper(shaped.type(), shaped.settings(), around);
            return new Part.Shaped(shaped.type(), shaped.settings(), within(shaped.inner(), below));
        }
        if (place instanceof Part.Scheduled scheduled) {
            return within(scheduled, around);
        }
        refusePolicer("a queue");
        return queue((Part.Queue) place, around);
    }

    private Part within(Part.Scheduled scheduled, LinkFacts around) {
        LinkFacts shared = FactsBelow.scheduler(scheduled.type(), scheduled.settings(), around);
        List<Branch> classes = branches(scheduled, scheduled.classes(), shared, true);
        scheduled.type().classCheck().problems(scheduled.settings(), Branches.classes(classes), around).stream()
                .findFirst()
                .ifPresent(problem -> {
                    throw new Refused(problem.toString());
                });
        return new Part.Scheduled(scheduled.type(), scheduled.settings(), classes);
    }

    private List<Branch> branches(Part.Scheduled scheduled, List<Branch> before, LinkFacts above, boolean isAtTop) {
        List<Branch> classes = new ArrayList<>(before);
        for (int i = 0; i < classes.size(); i++) {
            if (Branches.holds(classes.get(i), queue)) {
                classes.set(i, branch(scheduled, classes.get(i), above, isAtTop));
            }
        }
        return classes;
    }

    private Branch branch(Part.Scheduled scheduled, Branch before, LinkFacts above, boolean isAtTop) {
        Part part = before.part();
        if (part == null) {
            LinkFacts inside = FactsBelow.branch(scheduled.type(), before.settings(), above, isAtTop);
            List<Branch> children = branches(scheduled, before.children(), inside, false);
            return new Branch(before.name(), before.settings(), before.meters(), children, null);
        }
        boolean isLeaf = part instanceof Part.Queue;
        Settings settings = isLeaf ? classSettings(scheduled, before.settings(), above) : before.settings();
        LinkFacts inside = FactsBelow.branch(scheduled.type(), settings, above, isAtTop);
        return new Branch(before.name(), settings, before.meters(), List.of(), within(part, inside));
    }

    /** The class' ceiling, or its rate where there is no other; a guarantee above a lowered ceiling comes down with it. */
    private Settings classSettings(Part.Scheduled scheduled, Settings before, LinkFacts above) {
        List<Parameter> parameters = scheduled.type().classParameters();
        Optional<Parameter> ceiling = Branches.ceiling(parameters);
        Long rate = wanted.rateBitsPerSecond();
        if (rate != null && ceiling.isEmpty()) {
            throw new Refused("rateBitsPerSecond=" + rate + "; must be null, a class of "
                    + scheduled.type().name() + " has no rate");
        }
        Map<String, Long> given = new HashMap<>(before.values());
        if (rate != null) {
            given.put(ceiling.get().name(), rate);
            given.computeIfPresent("rate", (name, guaranteed) -> Math.min(guaranteed, rate));
        }
        Branches.ceilingBurst(parameters).ifPresent(burst -> putIfGiven(given, burst.name(), wanted.burstBytes()));
        return Settings.of(parameters, given, above);
    }

    private void refusePolicer(String what) {
        if (wanted.discipline() == Discipline.POLICER) {
            throw new Refused("discipline=POLICER; must be SHAPER, FIFO, CODEL or FQ_CODEL, " + queue + " is " + what
                    + " below a scheduler; write policers of a class as meters in the policy file");
        }
    }

    private Part.Queue queue(Part.Queue before, LinkFacts around) {
        QueueType type = Disciplines.queue(wanted.discipline())
                .orElseThrow(() -> new Refused(
                        "discipline=" + wanted.discipline() + "; must be one that packets can wait in on this node"));
        Map<String, Long> given = new HashMap<>();
        if (type.equals(before.type())) {
            given.putAll(before.settings().values());
        }
        Long limitPackets = wanted.limitPackets();
        Long limitBytes = wanted.limitBytes();
        if (type.equals(Disciplines.FIFO) && (limitPackets != null || limitBytes != null)) {
            limitPackets = limitPackets == null ? (Long) MOST_PACKETS : limitPackets;
            limitBytes = limitBytes == null ? (Long) MOST_BYTES : limitBytes;
        }
        put(given, type, "limit", limitPackets);
        put(given, type, "limitBytes", limitBytes);
        put(given, type, "target", nanos(wanted.targetMicros()));
        put(given, type, "interval", nanos(wanted.intervalMicros()));
        return new Part.Queue(before.name(), type, checked(type, given, around), before.meters());
    }

    private static void put(Map<String, Long> given, QueueType type, String name, @Nullable Long value) {
        boolean known = type.parameters().stream()
                .anyMatch(parameter -> parameter.name().equals(name));
        if (value != null && !known) {
            throw new Refused(name + "=" + value + "; must be null, " + type.name() + " has none");
        }
        putIfGiven(given, name, value);
    }

    private static void putIfGiven(Map<String, Long> given, String name, @Nullable Long value) {
        if (value != null) {
            given.put(name, value);
        }
    }

    private static @Nullable Long nanos(@Nullable Long micros) {
        return micros == null ? null : (Long) (micros * 1_000);
    }

    private Settings checked(DisciplineType type, Map<String, Long> given, LinkFacts around) {
        List<Problem> problems = new ArrayList<>();
        Settings settings = Settings.of(type.parameters(), given, around, problems);
        if (problems.isEmpty()) {
            problems.addAll(type.check().problems(settings, around));
        }
        if (!problems.isEmpty()) {
            throw new Refused(problems.get(0).toString());
        }
        return settings;
    }
}
