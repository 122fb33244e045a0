// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a queue stands.
 *
 * @param planBitsPerSecond what was sold; null where nobody says
 * @param isInNode whether the node's sum has it: not when one of its children on the node has its packets already
 * @param parents what else it is a part of
 */
public record Placement(@Nullable Long planBitsPerSecond, boolean isInNode, List<Parent> parents) {
    static final Placement ALONE = new Placement(null, true, List.of());

    public Placement {
        parents = List.copyOf(parents);
    }
}
