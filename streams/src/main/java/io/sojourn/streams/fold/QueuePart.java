// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueWindow;

/**
 * A window that is still being folded.
 *
 * @param window without its ratios
 * @param lastStartMillis start of the last of its samples, whose settings it bears
 */
record QueuePart(QueueWindow window, long lastStartMillis) {}
