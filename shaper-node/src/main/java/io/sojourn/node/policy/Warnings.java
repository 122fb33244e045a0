// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.node.settings.Branches;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what a policy file may say, and hardly means: rules that never take a packet, classes that never get one,
 * ceilings that are never reached. */
final class Warnings {
    private Warnings() {}

    /** @param hasClasses whether the file has links, and so classes that rules lead to */
    static List<YamlProblem> of(Policy.Choice choice, List<QueuePolicy> queues, boolean hasClasses) {
        List<YamlProblem> warnings = new ArrayList<>();
        Set<Integer> reached = new HashSet<>(choice.placeOfOwner());
        reached.add(choice.byDefault());
        List<FileRule> rules = choice.rules();
        for (int i = 0; i < rules.size(); i++) {
            FileRule rule = rules.get(i);
            String shadowedBy = choice.shadows().get(i);
            if (!shadowedBy.isEmpty()) {
                warnings.add(new YamlProblem(
                        rule.path(),
                        rule.match(),
                        "more than " + shadowedBy + " takes before it, so that it is ever tried",
                        "move it up, or take it away"));
            } else {
                reached.add(rule.alternatives().get(0).result());
            }
        }
        if (hasClasses) {
            unreached(queues, reached, warnings);
            if (choice.byDefault() == QueueChooser.NONE) {
                warnings.add(new YamlProblem(
                        "default",
                        "missing",
                        "given, else packets that nothing takes pass unqueued",
                        "name a class for the rest"));
            }
        }
        return warnings;
    }

    /** tc-htb(8): a class borrows from its parent, so one without a parent never gets beyond its rate. */
    static List<YamlProblem> ofTrees(List<LinkPolicy> links) {
        List<YamlProblem> warnings = new ArrayList<>();
        links.forEach(link -> vainCeilings(link.root(), warnings));
        return warnings;
    }

    private static void vainCeilings(Part part, List<YamlProblem> warnings) {
        if (part instanceof Part.Shaped shaped) {
            vainCeilings(shaped.inner(), warnings);
        } else if (part instanceof Part.Scheduled scheduled) {
            scheduled.classes().forEach(branch -> vainCeiling(branch, scheduled.type(), warnings));
        }
    }

    private static void vainCeiling(Branch branch, SchedulerType type, List<YamlProblem> warnings) {
        Optional<Parameter> rate = Branches.named(type.classParameters(), "rate");
        Optional<Parameter> ceil = Branches.named(type.classParameters(), "ceil");
        if (rate.isPresent()
                && ceil.isPresent()
                && branch.settings().value(ceil.get()) > branch.settings().value(rate.get())) {
            warnings.add(new YamlProblem(
                    "class " + branch.name(),
                    "ceil " + Quantity.text(ceil.get(), branch.settings().value(ceil.get())) + " at the top",
                    "its rate, " + Quantity.text(rate.get(), branch.settings().value(rate.get()))
                            + ": there is no class above to borrow from",
                    "put the classes into one that has the rate of the link"));
        }
        if (branch.part() != null) {
            vainCeilings(branch.part(), warnings);
        }
    }

    private static void unreached(List<QueuePolicy> queues, Set<Integer> reached, List<YamlProblem> warnings) {
        for (int place = 0; place < queues.size(); place++) {
            if (!reached.contains(place)) {
                warnings.add(new YamlProblem(
                        "class " + queues.get(place).name(),
                        "no rule, subscriber or default leads to it",
                        "reached by one",
                        "add a rule, or take the class away"));
            }
        }
    }
}
