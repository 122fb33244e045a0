// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.SettingSignature;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Makes settings that a node will believe, for a minute. */
public final class SettingSigner {
    /** How long a node may take a setting, by its wall clock. */
    static final long TTL_MILLIS = 60_000;

    private final byte[] key;
    private final Clock clock;

    public SettingSigner(byte[] key, Clock clock) {
        this.key = key.clone();
        this.clock = clock;
    }

    /**
     * A signed setting, good for a minute from now.
     *
     * @param expectedRevision what must be in force for it to apply
     * @param recommendationId what it carries out; null when an operator wrote it
     */
    public Setting sign(
            String node,
            String queue,
            long revision,
            long expectedRevision,
            QueueSettings settings,
            String author,
            @Nullable String recommendationId) {
        long now = clock.millis();
        Setting unsigned = new Setting(
                Schema.CURRENT,
                node,
                queue,
                revision,
                expectedRevision,
                settings,
                author,
                now,
                now + TTL_MILLIS,
                recommendationId,
                "");
        return SettingSignature.sign(unsigned, key);
    }
}
