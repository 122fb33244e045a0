// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rule of the policy file.
 *
 * @param path where it stands
 * @param match as written
 * @param alternatives what it comes to: more than one when it looks at either end of a packet; results are places in
 *     the policy's list of queues
 */
record FileRule(String path, String match, List<Rule> alternatives, String toClass) {
    /** Of each rule {@link #shadowedBy}, or "" where it is null. Takes time with the square of their number. */
    static List<String> shadows(List<FileRule> rules) {
        List<String> shadows = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            String shadowedBy = rules.get(i).shadowedBy(rules.subList(0, i));
            shadows.add(shadowedBy == null ? "" : shadowedBy);
        }
        return shadows;
    }

    /** Path of the earlier rules, one or two, that between them take every packet of this one; null when some are left. */
    @Nullable
    String shadowedBy(List<FileRule> earlier) {
        String shadows = null;
        for (Rule alternative : alternatives) {
            FileRule covering = covering(alternative, earlier);
            if (covering == null) {
                return null;
            }
            shadows = shadows == null || shadows.equals(covering.path())
                    ? covering.path()
                    : shadows + " and " + covering.path();
        }
        return shadows;
    }

    private static @Nullable FileRule covering(Rule alternative, List<FileRule> earlier) {
        for (FileRule rule : earlier) {
            for (Rule other : rule.alternatives()) {
                if (other.covers(alternative)) {
                    return rule;
                }
            }
        }
        return null;
    }
}
