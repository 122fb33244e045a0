// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.node.settings.SettingBounds;
import io.sojourn.telemetry.QueueSettings;

/**
 * One queue of the policy file, which is one leaf class of a link.
 *
 * @param link place of its link in the policy
 * @param settings how it starts (revision 0), as the wire tells it
 * @param bounds how far settings may go
 */
public record QueuePolicy(String name, int link, QueueSettings settings, SettingBounds bounds) {}
