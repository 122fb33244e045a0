// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where settings come from. Asked between any two packets, so an answer must not wait and costs little. */
@FunctionalInterface
public interface SettingsSource {
    /** No settings ever come. */
    SettingsSource NONE = rejects -> null;

    /**
     * The next setting, oldest first.
     *
     * @param rejects told of what came and was no setting
     * @return null when there is none now
     */
    @Nullable
    Setting poll(Consumer<Reject> rejects);
}
