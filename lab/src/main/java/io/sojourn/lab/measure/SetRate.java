// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.meter.PacketRate;
import io.sojourn.lab.plan.HopPlan;
import java.util.OptionalLong;

/** The rate that a line or a box as a whole is set to: none where it changes, or where only classes have one. */
final class SetRate {
    /** What every discipline with a rate calls it. */
    private static final String RATE = "rate";

    private SetRate() {}

    static OptionalLong of(HopPlan hop) {
        if (hop instanceof HopPlan.Box box) {
            return of(box.root());
        }
        return hop instanceof HopPlan.Line line && line.changes().isEmpty() ? of(line) : OptionalLong.empty();
    }

    private static OptionalLong of(HopPlan.Line line) {
        long rateBitsPerSecond = line.conditions().rateBitsPerSecond();
        return rateBitsPerSecond == HopPlan.Conditions.UNLIMITED
                ? OptionalLong.empty()
                : OptionalLong.of(rateBitsPerSecond);
    }

    private static OptionalLong of(Part part) {
        if (part instanceof Part.Shaped shaped) {
            return of(shaped.settings());
        }
        if (part instanceof Part.Scheduled scheduled) {
            return of(scheduled.settings());
        }
        return part instanceof Part.Queue queue && queue.meters().size() == 1
                ? of(queue.meters().get(0))
                : OptionalLong.empty();
    }

    /** Packets in a second are no rate to draw beside bits. */
    private static OptionalLong of(Part.Metered meter) {
        return meter.type().equals(PacketRate.TYPE) ? OptionalLong.empty() : of(meter.settings());
    }

    private static OptionalLong of(Settings settings) {
        Long rateBitsPerSecond = settings.values().get(RATE);
        return rateBitsPerSecond == null ? OptionalLong.empty() : OptionalLong.of(rateBitsPerSecond);
    }
}
