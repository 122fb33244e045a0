// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.HopPlan.Line;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a {@code line}. */
final class LineReader {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final double RATIO_PARTS = 1e9;

    private static final Parameter RATE = Parameter.optional(
            "rate", Unit.BITS_PER_SECOND, 1_000, 100_000_000_000L, "how fast it sends; without it nothing waits");
    private static final Parameter DELAY = Parameter.of("delay", Unit.NANOSECONDS, 0, MINUTE_NANOS, 0, "propagation");
    private static final Parameter JITTER =
            Parameter.of("jitter", Unit.NANOSECONDS, 0, MINUTE_NANOS, 0, "added to it, evenly from 0 to this");
    private static final Parameter LOSS =
            Parameter.of("loss", Unit.RATIO, 0, 1_000_000_000, 0, "packets lost over packets sent, each by itself");
    private static final Parameter OVERHEAD =
            Parameter.of("overhead", Unit.BYTES, 0, 256, 0, "what the rate counts of a packet beside its IP length");
    private static final Parameter LIMIT =
            Parameter.optional("limit", Unit.PACKETS, 1, 1_000_000, "most packets that wait; without it any number");
    private static final Parameter HOST = Parameter.of(
            "host", Unit.NANOSECONDS, 0, 1_000_000_000, 0, "time before a packet waits, evenly from 0 to this");
    private static final Parameter REORDERS =
            Parameter.onOff("reorders", false, "whether a packet with less delay overtakes another");
    private static final Parameter AT =
            Parameter.required("at", Unit.NANOSECONDS, 0, 60 * MINUTE_NANOS, "when the change begins");
    private static final Parameter OVER =
            Parameter.of("over", Unit.NANOSECONDS, 0, 60 * MINUTE_NANOS, 0, "how long it takes, evenly");

    static final List<Parameter> KEYS = List.of(RATE, OVERHEAD, LIMIT, HOST, DELAY, JITTER, LOSS, REORDERS);
    static final List<Parameter> CHANGE_KEYS = List.of(AT, OVER, RATE, DELAY, JITTER, LOSS);

    private LineReader() {}

    static @Nullable Line read(String name, YamlSection line) {
        int before = line.problems();
        Settings settings = Keys.read(line, KEYS, "changes");
        if (line.problems() > before) {
            changes(line, new Conditions(Conditions.UNLIMITED, 0, 0, 0));
            return null;
        }
        Conditions conditions = conditions(settings, new Conditions(Conditions.UNLIMITED, 0, 0, 0), line);
        List<Change> changes = changes(line, conditions);
        if (line.problems() > before) {
            return null;
        }
        return new Line(
                name,
                conditions,
                settings.intValue(OVERHEAD),
                settings.has(LIMIT) ? settings.value(LIMIT) : Long.MAX_VALUE,
                settings.value(HOST),
                !settings.isOn(REORDERS),
                changes);
    }

    /** Each with what it leaves out as it was before. */
    private static List<Change> changes(YamlSection line, Conditions atFirst) {
        List<Change> changes = new ArrayList<>();
        Conditions last = atFirst;
        long freeNanos = 0;
        for (YamlSection section : line.sectionsIfAny("changes")) {
            int before = section.problems();
            Settings settings = Keys.read(section, CHANGE_KEYS);
            if (section.problems() > before) {
                continue;
            }
            long atNanos = settings.value(AT);
            if (atNanos < freeNanos) {
                section.problem(
                        section.at("at"),
                        String.valueOf(section.word("at")),
                        "at or after the end of the change before, " + Quantity.text(AT, freeNanos),
                        "put changes in order, each after the last");
            }
            last = conditions(settings, last, section);
            changes.add(new Change(atNanos, settings.value(OVER), last));
            freeNanos = atNanos + settings.value(OVER);
        }
        return changes;
    }

    private static Conditions conditions(Settings settings, Conditions before, YamlSection section) {
        return new Conditions(
                section.has("rate") ? settings.value(RATE) : before.rateBitsPerSecond(),
                section.has("delay") ? settings.value(DELAY) : before.delayNanos(),
                section.has("jitter") ? settings.value(JITTER) : before.jitterNanos(),
                section.has("loss") ? settings.value(LOSS) / RATIO_PARTS : before.lossRatio());
    }
}
