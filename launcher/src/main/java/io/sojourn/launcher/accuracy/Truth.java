// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import org.jspecify.annotations.Nullable;

/**
 * What was there. A part (the aggregate or a single flow) without loss has a label of its own: a policer whose bucket lets
 * everything pass can't be seen.
 *
 * @param rateBitsPerSecond of a policer, null when there is none or it isn't known
 * @param bucketBytes of a policer, likewise
 */
public record Truth(
        Label withLoss,
        Label withoutLoss,
        @Nullable Long rateBitsPerSecond,
        @Nullable Long bucketBytes) {
    Label label(boolean isLossy) {
        return isLossy ? withLoss : withoutLoss;
    }
}
