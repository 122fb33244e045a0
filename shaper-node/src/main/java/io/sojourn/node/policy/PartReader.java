// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.DisciplineType.MeterType;
import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.DisciplineType.ShaperType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.settings.Disciplines;
import io.sojourn.node.settings.FactsBelow;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands at one place of a tree: a queue or a scheduler, and before either a shaper. Whatever is wrong gives
 * null, and is among the section's problems.
 */
final class PartReader {
    /** What may stand at a place. */
    static final Set<String> KEYS = Set.of("shaper", "queue", "scheduler", "meters", "bounds");

    private final SettingReader settings;
    private final Leaves leaves;
    private final int link;

    /** @param link place of the link in the policy */
    PartReader(SettingReader settings, Leaves leaves, int link) {
        this.settings = settings;
        this.leaves = leaves;
        this.link = link;
    }

    /**
     * @param name of the link or class, and so of its queue
     * @param above name of the scheduler above; null when there is none
     * @param queueMeters meters of the queue itself
     */
    @Nullable
    Part read(YamlSection place, String name, LinkFacts facts, @Nullable String above, List<Metered> queueMeters) {
        YamlSection shaper = place.sectionOrWord("shaper", SettingReader.DISCIPLINE);
        if (shaper == null) {
            Part part = inner(place, name, facts, queueMeters);
            return part == null || allowed(place, part, above) ? part : null;
        }
        ShaperType type = settings.type(shaper, ShaperType.class, Disciplines.TBF.name());
        Settings values = type == null ? SettingReader.NONE : settings.settings(shaper, type, facts, Set.of());
        Part inner = inner(place, name, type == null ? facts : FactsBelow.shaper(type, values, facts), queueMeters);
        if (type == null || inner == null) {
            return inner;
        }
        Part part = new Part.Shaped(type, values, inner);
        return allowed(place, part, above) ? part : null;
    }

    /** The meters of a place, in order. */
    List<Metered> meters(YamlSection place, LinkFacts facts) {
        List<Metered> meters = new ArrayList<>();
        for (YamlSection section : place.sectionsIfAny("meters")) {
            MeterType type = settings.type(section, MeterType.class, null);
            if (type != null) {
                meters.add(new Metered(type, settings.settings(section, type, facts, Set.of())));
            }
        }
        return meters;
    }

    private @Nullable Part inner(YamlSection place, String name, LinkFacts facts, List<Metered> queueMeters) {
        YamlSection queue = place.sectionOrWord("queue", SettingReader.DISCIPLINE);
        boolean schedules = place.has("scheduler");
        if ((queue == null) == !schedules) {
            neitherOrBoth(place, schedules);
        }
        if (queue != null && !schedules && place.has("classes")) {
            place.problem(
                    place.at("classes"),
                    "beside queue",
                    "left out, or beside a scheduler",
                    "take it away, or write scheduler: htb for queue and move queue into one of the classes");
        }
        ClassReader classes = new ClassReader(settings, leaves, this);
        Part scheduler = schedules ? classes.scheduler(place, facts) : null;
        if (queue == null) {
            if (!schedules && place.has("classes")) {
                classes.ownerless(place, facts);
            }
            return scheduler;
        }
        leaves.leaf(place, name, link);
        QueueType type = settings.type(queue, QueueType.class, null);
        return type == null
                ? null
                : new Part.Queue(name, type, settings.settings(queue, type, facts, Set.of()), queueMeters);
    }

    private static void neitherOrBoth(YamlSection place, boolean both) {
        String classes = place.has("classes") ? "classes without a scheduler" : "no queue";
        String mend = place.has("classes")
                ? "say what shares among them: scheduler: htb"
                : "say where its packets wait: queue: fifo";
        place.problemOfMapping(
                place.path(),
                both ? "both a queue and a scheduler" : classes,
                "one of queue and scheduler",
                both ? "take one away" : mend);
    }

    private static boolean allowed(YamlSection place, Part part, @Nullable String above) {
        if (above == null || above.equals(WorkConserving.PASSES_BY) || WorkConserving.is(part)) {
            return true;
        }
        place.problem(
                place.path(),
                what(part) + " below " + above,
                "below " + WorkConserving.PASSES_BY + " or no scheduler: it holds packets back when it is its turn",
                "set the rate on the class of a scheduler that has one (htb, hfsc), or put it before the scheduler");
        return false;
    }

    private static String what(Part part) {
        if (part instanceof Part.Queue queue) {
            return "a " + queue.type().name() + " with a rate";
        }
        return part instanceof Part.Shaped ? "a shaper" : "a scheduler with rates";
    }
}
