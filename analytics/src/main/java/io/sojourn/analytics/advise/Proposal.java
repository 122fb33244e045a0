// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.telemetry.QueueSettings;

/**
 * What to set and why.
 *
 * @param applicable whether a node of ours can apply it to this queue
 * @param reason one sentence for people
 * @param rule formula and source
 */
record Proposal(QueueSettings settings, boolean applicable, String reason, String rule) {}
