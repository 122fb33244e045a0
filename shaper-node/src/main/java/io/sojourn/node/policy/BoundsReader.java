// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.node.settings.SettingBounds;
import io.sojourn.telemetry.Units;
import java.util.Set;
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

    static BoundsReader of(@Nullable PolicySection section) {
        if (section == null) {
            return NONE;
        }
        section.allow(KEYS);
        return new BoundsReader(
                section.range("rate", "write it as [1Mbit, 100Mbit]", Units::rateBitsPerSecond),
                section.range("burst", "write it as [1514B, 1MB]", Units::sizeBytes),
                section.range("limit", "write it as [10p, 1000p]", Units::packets),
                section.range("limitBytes", "write it as [15140B, 1MB]", Units::sizeBytes),
                section.range("target", "write it as [1ms, 50ms]", Units::timeMicros),
                section.range("interval", "write it as [20ms, 1s]", Units::timeMicros));
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
