// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy as it is in force, for people: every setting with its value, whether written or computed.
 *
 * @param lengths which bytes of a packet rates count
 * @param links the trees, each with its settings
 * @param rules in the order in which they are tried
 * @param subscribers how many there are
 * @param byDefault class of what no rule and no subscriber takes; null when it passes
 */
public record PolicyView(
        String node,
        String lengths,
        List<Place> links,
        List<Ruled> rules,
        int subscribers,
        @Nullable String byDefault) {

    /**
     * A place in a tree.
     *
     * @param name of a link or class; empty for a part without one
     * @param kind link, class, queue, shaper, scheduler or meter
     * @param discipline as in the policy file; empty for links and classes
     * @param below what stands in it or behind it, in order
     */
    public record Place(String name, String kind, String discipline, List<Value> values, List<Place> below) {}

    /**
     * A setting.
     *
     * @param text as it would be written in the file
     * @param isComputed whether it is a default
     */
    public record Value(String name, String text, boolean isComputed) {}

    /**
     * A rule.
     *
     * @param match as written
     * @param shadowedBy path of an earlier rule that takes every packet of this one; null when there is none
     */
    public record Ruled(
            String path,
            String match,
            String toClass,
            @Nullable String shadowedBy) {}
}
