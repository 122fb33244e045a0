// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.schedule.Cbq;
import io.sojourn.engine.schedule.Htb;
import java.util.OptionalLong;

/** What a scheduler takes for a setting of a class that is left out, where that depends on the scheduler's own settings. */
public final class Unwritten {
    private Unwritten() {}

    /**
     * The value in force, in the parameter's unit; empty when it is written, or has none.
     *
     * @param whole settings of the scheduler
     * @param own settings of the class
     */
    public static OptionalLong value(SchedulerType type, Settings whole, Parameter parameter, Settings own) {
        if (own.has(parameter)) {
            return OptionalLong.empty();
        }
        if (type.equals(Htb.TYPE) && parameter.equals(Htb.QUANTUM)) {
            return OptionalLong.of(Htb.quantumBytes(own, whole));
        }
        if (type.equals(Cbq.TYPE) && parameter.equals(Cbq.MAX_BURST)) {
            return OptionalLong.of(Cbq.maxBurstPackets(own, whole));
        }
        return OptionalLong.empty();
    }
}
