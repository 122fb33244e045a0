// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Rule;
import java.util.List;

/**
 * One rule of the policy file.
 *
 * @param path where it stands
 * @param match as written
 * @param alternatives what it comes to: more than one when it looks at either end of a packet; results are places in
 *     the policy's list of queues
 */
record FileRule(String path, String match, List<Rule> alternatives, String toClass) {}
