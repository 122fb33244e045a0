// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;

/**
 * Whether a part sends whenever it holds a packet (work conserving). One that does not, such as a shaper, takes the turn
 * of its class without using it; a scheduler that counts turns or time then shares wrongly, so only strict priority may
 * stand above it.
 */
final class WorkConserving {
    /** The scheduler that may stand above anything. */
    static final String PASSES_BY = "priq";

    private WorkConserving() {}

    static boolean is(Part part) {
        if (part instanceof Part.Queue queue) {
            return queue.type().parameters().stream()
                    .filter(parameter -> parameter.unit() == Unit.BITS_PER_SECOND)
                    .noneMatch(parameter ->
                            queue.settings().has(parameter) && queue.settings().value(parameter) < LinkFacts.UNLIMITED);
        }
        if (part instanceof Part.Scheduled scheduled) {
            return scheduled.type().classParameters().stream()
                            .noneMatch(parameter -> parameter.unit() == Unit.BITS_PER_SECOND)
                    && scheduled.classes().stream().allMatch(WorkConserving::is);
        }
        return false;
    }

    private static boolean is(Branch branch) {
        return (branch.part() == null || is(branch.part()))
                && branch.children().stream().allMatch(WorkConserving::is);
    }
}
