// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Setting;
import org.jspecify.annotations.Nullable;

/** A {@link Setting} as it is shown: without its signature. */
record SettingView(
        String node,
        String queue,
        long revision,
        long expectedRevision,
        QueueSettings settings,
        String author,
        long issuedMillis,
        long expiresMillis,
        @Nullable String recommendationId) {
    static SettingView of(Setting s) {
        return new SettingView(
                s.node(),
                s.queue(),
                s.revision(),
                s.expectedRevision(),
                s.settings(),
                s.author(),
                s.issuedMillis(),
                s.expiresMillis(),
                s.recommendationId());
    }
}
