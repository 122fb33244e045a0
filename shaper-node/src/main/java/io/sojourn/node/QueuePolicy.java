// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.QueueSettings;

/** One queue of the policy file: which packets it takes, how it starts (revision 0), and how far settings may go. */
record QueuePolicy(String name, Match match, QueueSettings settings, SettingBounds bounds) {}
