// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.Units;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a {@code bounds} mapping of the policy file says; a key that is not there leaves the default. */
record BoundsReader(
        SettingBounds.@Nullable Bound rate,
        SettingBounds.@Nullable Bound burst,
        SettingBounds.@Nullable Bound limit,
        SettingBounds.@Nullable Bound limitBytes) {
    private static final Set<String> KEYS = Set.of("rate", "burst", "limit", "limitBytes");
    private static final BoundsReader NONE = new BoundsReader(null, null, null, null);

    static BoundsReader of(@Nullable PolicySection section) {
        if (section == null) {
            return NONE;
        }
        section.allow(KEYS);
        return new BoundsReader(
                section.range("rate", "write it as [1Mbit, 100Mbit]", Units::rateBitsPerSecond),
                section.range("burst", "write it as [1514B, 1MB]", Units::sizeBytes),
                section.range("limit", "write it as [10p, 1000p]", Units::packets),
                section.range("limitBytes", "write it as [15140B, 1MB]", Units::sizeBytes));
    }

    SettingBounds over(SettingBounds defaults) {
        return new SettingBounds(
                rate == null ? defaults.rateBitsPerSecond() : rate,
                burst == null ? defaults.burstBytes() : burst,
                limit == null ? defaults.limitPackets() : limit,
                limitBytes == null ? defaults.limitBytes() : limitBytes);
    }
}
