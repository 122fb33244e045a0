// SPDX-License-Identifier: Apache-2.0
/**
 * Captures to samples: every direction of a link is a queue seen from outside, its losses and delays are told from the
 * TCP sequence numbers, acknowledgments, SACK blocks and timestamps that pass the capture point.
 */
@NullMarked
package io.sojourn.collectors.capture;

import org.jspecify.annotations.NullMarked;
