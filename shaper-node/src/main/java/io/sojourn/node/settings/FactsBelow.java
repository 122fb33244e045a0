// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.DisciplineType.ShaperType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import java.util.List;
import java.util.Optional;

/**
 * What defaults below a place of a tree are computed from: the most that a queue there can be sent at, which is the least
 * of what stands above it. CoDel's target has to allow for a packet and a half at that rate (RFC 8289 section 4.2), not at
 * the link's.
 *
 * <p>Error: the long-term rate; a burst, or the first piece of a curve of two, is sent faster.
 */
public final class FactsBelow {
    private FactsBelow() {}

    /** Behind a shaper. */
    public static LinkFacts shaper(ShaperType type, Settings settings, LinkFacts above) {
        return least(above, Branches.named(type.parameters(), "rate"), settings);
    }

    /** In a scheduler, for all of its classes: CBQ has a rate of its own. */
    public static LinkFacts scheduler(SchedulerType type, Settings settings, LinkFacts above) {
        return least(above, Branches.named(type.parameters(), "rate"), settings);
    }

    /**
     * In a class: its ceiling, or its rate where it may borrow nothing.
     *
     * @param above what its parent can get, or its scheduler
     * @param isAtTop whether there is no class above
     */
    public static LinkFacts branch(SchedulerType type, Settings settings, LinkFacts above, boolean isAtTop) {
        List<Parameter> parameters = type.classParameters();
        Optional<Parameter> borrow = Branches.named(parameters, "borrow");
        if (borrow.isPresent() && settings.has(borrow.get()) && settings.isOn(borrow.get())) {
            return above;
        }
        LinkFacts most = least(above, Branches.ceiling(parameters), settings);
        // tc-htb(8): a class borrows from its parent, so one without a parent never gets beyond its rate.
        boolean lendsNobody = isAtTop && Branches.named(parameters, "ceil").isPresent();
        return lendsNobody ? least(most, Branches.named(parameters, "rate"), settings) : most;
    }

    private static LinkFacts least(LinkFacts above, Optional<Parameter> rate, Settings settings) {
        return rate.filter(parameter -> parameter.unit() == Unit.BITS_PER_SECOND && settings.has(parameter))
                .map(parameter -> Math.min(above.rateBitsPerSecond(), settings.value(parameter)))
                .map(least -> new LinkFacts(least, above.mtuBytes()))
                .orElse(above);
    }
}
