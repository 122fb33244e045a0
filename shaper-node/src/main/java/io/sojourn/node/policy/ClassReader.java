// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.settings.Branches;
import io.sojourn.node.settings.FactsBelow;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a scheduler and the tree of its classes. */
final class ClassReader {
    /** Schedulers and classes inside one another, whatever a scheduler allows. */
    private static final int DEPTH_LIMIT = 16;

    private final SettingReader settings;
    private final Leaves leaves;
    private final PartReader parts;
    private final Map<String, YamlSection> sectionOfClass = new HashMap<>();

    ClassReader(SettingReader settings, Leaves leaves, PartReader parts) {
        this.settings = settings;
        this.leaves = leaves;
        this.parts = parts;
    }

    /** The scheduler of a place; a word with the classes beside it, or a section that holds them. */
    @Nullable
    Part scheduler(YamlSection place, LinkFacts facts) {
        YamlSection section = place.sectionOrWord("scheduler", SettingReader.DISCIPLINE);
        if (section == null) {
            return null;
        }
        SchedulerType type = settings.type(section, SchedulerType.class, null);
        Settings values =
                type == null ? SettingReader.NONE : settings.settings(section, type, facts, Set.of("classes"));
        YamlSection holder = holder(place, section);
        if (place.has("bounds")) {
            place.problem(place.at("bounds"), "beside scheduler", "beside a queue", "move it to the classes");
        }
        LinkFacts shared = type == null ? facts : FactsBelow.scheduler(type, values, facts);
        List<Branch> classes = classes(holder, type, shared, 1);
        if (type == null) {
            return null;
        }
        tellMisfits(holder, type, values, classes, facts);
        return new Part.Scheduled(type, values, classes);
    }

    /** The section with the list of classes: the place when the scheduler is a word, else the mapping of the scheduler. */
    private static YamlSection holder(YamlSection place, YamlSection scheduler) {
        if (place.isWord("scheduler")) {
            return place;
        }
        if (!place.has("classes")) {
            return scheduler;
        }
        boolean hasOwn = scheduler.has("classes");
        place.problem(
                place.at("classes"),
                hasOwn ? "beside those of scheduler" : "beside scheduler",
                hasOwn ? "left out" : "in the mapping of scheduler",
                "move them into " + scheduler.at("classes"));
        return hasOwn ? scheduler : place;
    }

    /** Of classes that no scheduler shares among, what can be said without one. */
    void ownerless(YamlSection place, LinkFacts facts) {
        classes(place, null, facts, 1);
    }

    private List<Branch> classes(YamlSection holder, @Nullable SchedulerType type, LinkFacts facts, int depth) {
        List<Branch> classes = new ArrayList<>();
        if (depth > Math.min(DEPTH_LIMIT, type == null ? DEPTH_LIMIT : type.levels())) {
            holder.problem(
                    holder.at("classes"),
                    depth + " deep",
                    "at most " + (depth - 1) + " deep in " + (type == null ? "a scheduler" : type.name()),
                    "nest them less, or give the class a scheduler of its own");
            return classes;
        }
        for (YamlSection section : holder.sections("classes")) {
            classes.add(branch(section, type, facts, depth));
        }
        return classes;
    }

    private Branch branch(YamlSection section, @Nullable SchedulerType type, LinkFacts facts, int depth) {
        if (type != null) {
            section.allow(keys(type));
        }
        String given = section.required("name", "name the class", PolicyFile::name);
        // One whose name is missing, or another's, is called by its place, so that the rest of it can be looked at.
        String name = given == null || !leaves.name(section, given) ? section.path() : given;
        sectionOfClass.put(name, section);
        Settings values = type == null
                ? SettingReader.NONE
                : settings.settings(section, type.classParameters(), DisciplineType.Check.NONE, facts);
        LinkFacts inside = type == null ? facts : FactsBelow.branch(type, values, facts, depth == 1);
        List<Metered> meters = parts.meters(section, inside);
        if (section.has("classes") && !section.has("scheduler")) {
            refuseBesideClasses(section);
            List<Branch> children = classes(section, type, inside, depth + 1);
            return new Branch(name, values, meters, children, null);
        }
        Part part = parts.read(section, name, inside, type == null ? null : type.name(), List.of());
        return new Branch(name, values, meters, List.of(), part);
    }

    private static void refuseBesideClasses(YamlSection section) {
        for (String key : List.of("queue", "shaper", "bounds")) {
            if (section.has(key)) {
                section.problem(
                        section.at(key),
                        "beside classes",
                        "in a class without classes",
                        "move it into one of the classes");
            }
        }
    }

    private static Set<String> keys(SchedulerType type) {
        Set<String> keys = new HashSet<>(PartReader.KEYS);
        keys.add("name");
        keys.add("classes");
        type.classParameters().forEach(parameter -> keys.add(parameter.name()));
        return keys;
    }

    private void tellMisfits(
            YamlSection holder, SchedulerType type, Settings values, List<Branch> classes, LinkFacts facts) {
        List<Problem> found = new ArrayList<>(type.classCheck().problems(values, Branches.classes(classes), facts));
        Set<String> told = new HashSet<>();
        found.forEach(problem -> told.add(problem.parameter()));
        Branches.named(type.classParameters(), "rate")
                .ifPresent(rate -> guarantees(classes, rate, facts.rateBitsPerSecond(), "the link", told, found));
        found.forEach(problem -> tell(holder, problem));
    }

    /** A class cannot be promised more than the class it is part of has. */
    private static void guarantees(
            List<Branch> classes, Parameter rate, long above, String aboveName, Set<String> told, List<Problem> found) {
        for (Branch branch : classes) {
            boolean has = branch.settings().has(rate);
            long own = has ? branch.settings().value(rate) : above;
            if (own > above && told.add(branch.name() + ".rate")) {
                found.add(new Problem(
                        branch.name() + ".rate",
                        Quantity.text(rate, own),
                        "at most that of " + aboveName + ", " + Quantity.text(rate, above),
                        "lower it, or raise the one above"));
            }
            guarantees(branch.children(), rate, own, branch.name(), told, found);
        }
    }

    /** Problems of classes read {@code class.parameter}; a class' name may have dots of its own. */
    private void tell(YamlSection holder, Problem problem) {
        int dot = problem.parameter().lastIndexOf('.');
        String name = dot < 0 ? problem.parameter() : problem.parameter().substring(0, dot);
        YamlSection section = Optional.ofNullable(sectionOfClass.get(name)).orElse(holder);
        String parameter = dot < 0 ? "" : problem.parameter().substring(dot + 1);
        if (section == holder) {
            SettingReader.tell(section, problem);
            return;
        }
        if (parameter.isEmpty()) {
            section.problem(section.path(), problem.value(), problem.bound(), problem.mend());
            return;
        }
        SettingReader.tell(section, new Problem(parameter, problem.value(), problem.bound(), problem.mend()));
    }
}
