// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the wire tells of the queues of a tree: the inverse of {@link PartChange}, as far as the wire has words for it. */
public final class WireSettings {
    private static final long MOST_LIMIT_BYTES = 1L << 32;

    private final LengthAccounting accounting;
    private final Map<String, QueueSettings> settingsOfQueue = new HashMap<>();

    private WireSettings(LengthAccounting accounting) {
        this.accounting = accounting;
    }

    /** By name of the queue. */
    public static Map<String, QueueSettings> of(Part root, LengthAccounting accounting) {
        WireSettings wire = new WireSettings(accounting);
        wire.place(root, null, null);
        return wire.settingsOfQueue;
    }

    /** @param rate bits a second that only this place has; null when it shares what it gets */
    private void place(Part part, @Nullable Long rate, @Nullable Long burst) {
        if (part instanceof Part.Queue queue) {
            settingsOfQueue.put(queue.name(), queue(queue, rate, burst));
        } else if (part instanceof Part.Shaped shaped) {
            List<Parameter> parameters = shaped.type().parameters();
            place(
                    shaped.inner(),
                    valueOf(Branches.named(parameters, "rate"), shaped.settings()),
                    valueOf(Branches.named(parameters, "burst"), shaped.settings()));
        } else if (part instanceof Part.Scheduled scheduled) {
            scheduled
                    .classes()
                    .forEach(branch -> branch(branch, scheduled.type().classParameters()));
        }
    }

    private void branch(Branch branch, List<Parameter> parameters) {
        branch.children().forEach(child -> branch(child, parameters));
        if (branch.part() != null) {
            Long rate = valueOf(Branches.ceiling(parameters), branch.settings());
            Long burst = valueOf(Branches.ceilingBurst(parameters), branch.settings());
            place(branch.part(), rate, rate == null ? null : burst);
        }
    }

    private QueueSettings queue(Part.Queue queue, @Nullable Long rate, @Nullable Long burst) {
        Metered policer = rate == null ? policer(queue) : null;
        if (policer != null) {
            List<Parameter> parameters = policer.type().parameters();
            return new QueueSettings(
                    Discipline.POLICER,
                    valueOf(Branches.named(parameters, "rate"), policer.settings()),
                    valueOf(Branches.named(parameters, "burst"), policer.settings()),
                    null,
                    null,
                    null,
                    null,
                    accounting);
        }
        List<Parameter> parameters = queue.type().parameters();
        Settings settings = queue.settings();
        Long limitBytes = valueOf(Branches.named(parameters, "limitBytes"), settings);
        return new QueueSettings(
                Disciplines.onWire(queue.type(), rate != null),
                least(rate, valueOf(Branches.named(parameters, "rate"), settings)),
                burst,
                valueOf(Branches.named(parameters, "limit"), settings),
                limitBytes == null || limitBytes >= MOST_LIMIT_BYTES ? null : limitBytes,
                micros(valueOf(Branches.named(parameters, "target"), settings)),
                micros(valueOf(Branches.named(parameters, "interval"), settings)),
                accounting);
    }

    /** The policer that makes a queue nothing but one: the last meter of a FIFO that nothing holds back. */
    private static @Nullable Metered policer(Part.Queue queue) {
        List<Metered> meters = queue.meters();
        if (meters.isEmpty() || !queue.type().equals(Disciplines.FIFO)) {
            return null;
        }
        Metered last = meters.get(meters.size() - 1);
        return last.type().equals(Disciplines.POLICER) && Disciplines.drops(last.settings()) ? last : null;
    }

    /** CAKE may have a rate of its own, besides that of a shaper before it. */
    private static @Nullable Long least(@Nullable Long rate, @Nullable Long own) {
        if (own == null || own >= LinkFacts.UNLIMITED) {
            return rate;
        }
        return rate == null ? own : (Long) Math.min(rate, own);
    }

    private static @Nullable Long micros(@Nullable Long nanos) {
        return nanos == null ? null : (Long) Math.max(1, nanos / 1_000);
    }

    private static @Nullable Long valueOf(Optional<Parameter> parameter, Settings settings) {
        return parameter
                .filter(settings::has)
                .filter(known -> known.unit() != Unit.COUNT)
                .map(settings::value)
                .orElse(null);
    }
}
