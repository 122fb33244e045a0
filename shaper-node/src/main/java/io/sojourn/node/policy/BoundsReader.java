// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Unit;
import io.sojourn.node.settings.SettingBounds;
import io.sojourn.node.yaml.UnitHint;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Units;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What a {@code bounds} mapping of the policy file says; a key that is not there leaves the default. */
record BoundsReader(
        SettingBounds.@Nullable Bound rate,
        SettingBounds.@Nullable Bound burst,
        SettingBounds.@Nullable Bound limit,
        SettingBounds.@Nullable Bound limitBytes,
        SettingBounds.@Nullable Bound target,
        SettingBounds.@Nullable Bound interval) {
    private static final Set<String> KEYS = Set.of("rate", "burst", "limit", "limitBytes", "target", "interval");
    private static final BoundsReader NONE = new BoundsReader(null, null, null, null, null, null);

    static BoundsReader of(@Nullable YamlSection section) {
        if (section == null) {
            return NONE;
        }
        section.allow(KEYS);
        return new BoundsReader(
                range(
                        section,
                        "rate",
                        "write it as [1Mbit, 100Mbit]",
                        UnitHint.with(Unit.BITS_PER_SECOND, Units::rateBitsPerSecond)),
                range(section, "burst", "write it as [1514B, 1MB]", UnitHint.with(Unit.BYTES, Units::sizeBytes)),
                range(section, "limit", "write it as [10p, 1000p]", UnitHint.with(Unit.PACKETS, Units::packets)),
                range(section, "limitBytes", "write it as [15140B, 1MB]", UnitHint.with(Unit.BYTES, Units::sizeBytes)),
                range(section, "target", "write it as [1ms, 50ms]", UnitHint.with(Unit.NANOSECONDS, Units::timeMicros)),
                range(
                        section,
                        "interval",
                        "write it as [20ms, 1s]",
                        UnitHint.with(Unit.NANOSECONDS, Units::timeMicros)));
    }

    private static SettingBounds.@Nullable Bound range(
            YamlSection section, String key, String mend, BiFunction<String, String, Long> reader) {
        YamlSection.Span span = section.range(key, mend, reader);
        return span == null ? null : new SettingBounds.Bound(span.low(), span.high());
    }

    /** Whether the file bounds the setting of this key here. */
    boolean has(String key) {
        return switch (key) {
            case "rate" -> rate != null;
            case "burst" -> burst != null;
            case "limit" -> limit != null;
            case "limitBytes" -> limitBytes != null;
            case "target" -> target != null;
            case "interval" -> interval != null;
            default -> throw new IllegalArgumentException("key=" + key + " is no bound");
        };
    }

    /**
     * What a queue is set to, and its bounds do not hold; the keys of the bounds are the path.
     *
     * @param path of the queue
     * @param shared bounds of the whole file
     */
    void check(
            YamlSection top,
            String path,
            String name,
            SettingBounds bounds,
            QueueSettings settings,
            BoundsReader shared) {
        for (SettingBounds.Outside outside : bounds.outside(settings)) {
            String key = outside.key();
            String where = has(key) ? path + ".bounds." + key : shared.has(key) ? "bounds." + key : path;
            top.problem(
                    where,
                    outside.bound(),
                    "around the " + key + " of " + name + ", " + outside.value(),
                    "widen the bounds, or change the " + key);
        }
    }

    SettingBounds over(SettingBounds defaults) {
        return new SettingBounds(
                rate == null ? defaults.rateBitsPerSecond() : rate,
                burst == null ? defaults.burstBytes() : burst,
                limit == null ? defaults.limitPackets() : limit,
                limitBytes == null ? defaults.limitBytes() : limitBytes,
                target == null ? defaults.targetMicros() : target,
                interval == null ? defaults.intervalMicros() : interval);
    }
}
