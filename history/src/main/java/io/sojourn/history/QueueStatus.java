// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.QueueWindow;
import org.jspecify.annotations.Nullable;

/**
 * How a queue is.
 *
 * @param window its newest window of 10 s, or of the smallest size there is; null when only a finding is known
 * @param finding the open one, HEALTHY and INSUFFICIENT included; null when none is open
 */
public record QueueStatus(
        String node,
        String queue,
        @Nullable QueueWindow window,
        @Nullable Finding finding) {}
