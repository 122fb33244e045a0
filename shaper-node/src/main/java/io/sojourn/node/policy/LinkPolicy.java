// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.link.Part;
import org.jspecify.annotations.Nullable;

/**
 * One link of the policy file.
 *
 * @param root its tree, the shaper that keeps it to its rate included
 * @param facts what defaults are computed from
 */
public record LinkPolicy(String name, Part root, LinkFacts facts) {
    /** Null when nothing but its classes limits the link. */
    @Nullable
    public Long rateBitsPerSecond() {
        return facts.rateBitsPerSecond() == LinkFacts.UNLIMITED ? null : (Long) facts.rateBitsPerSecond();
    }
}
