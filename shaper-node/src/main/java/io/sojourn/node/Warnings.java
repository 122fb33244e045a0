// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what a policy file may say, and hardly means: rules that never take a packet, classes that never get one. */
final class Warnings {
    private Warnings() {}

    /** @param hasClasses whether the file has links, and so classes that rules lead to */
    static List<PolicyProblem> of(Policy.Choice choice, List<QueuePolicy> queues, boolean hasClasses) {
        List<PolicyProblem> warnings = new ArrayList<>();
        Set<Integer> reached = new HashSet<>(choice.placeOfOwner());
        reached.add(choice.byDefault());
        List<FileRule> rules = choice.rules();
        for (int i = 0; i < rules.size(); i++) {
            FileRule rule = rules.get(i);
            String shadowedBy = choice.shadows().get(i);
            if (!shadowedBy.isEmpty()) {
                warnings.add(new PolicyProblem(
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
                warnings.add(new PolicyProblem(
                        "default",
                        "missing",
                        "given, else packets that nothing takes pass unqueued",
                        "name a class for the rest"));
            }
        }
        return warnings;
    }

    private static void unreached(List<QueuePolicy> queues, Set<Integer> reached, List<PolicyProblem> warnings) {
        for (int place = 0; place < queues.size(); place++) {
            if (!reached.contains(place)) {
                warnings.add(new PolicyProblem(
                        "class " + queues.get(place).name(),
                        "no rule, subscriber or default leads to it",
                        "reached by one",
                        "add a rule, or take the class away"));
            }
        }
    }
}
