// SPDX-License-Identifier: Apache-2.0
/**
 * What is wrong with a queue, and how sure that is: pure functions of windows and loss trails. No I/O, no clock.
 *
 * <p>One class an algorithm; each names its source, its error and its false positives. {@link
 * io.sojourn.analytics.detect.QueueDetector} holds the decision table.
 */
@NullMarked
package io.sojourn.analytics.detect;

import org.jspecify.annotations.NullMarked;
