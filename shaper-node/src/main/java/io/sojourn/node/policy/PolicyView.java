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
 * @param hosts sets of addresses that rules call by name
 * @param interfaces their names; the first is number 0
 * @param subscribers in the order of the file
 * @param byDefault class of what no rule and no subscriber takes; null when it passes
 */
public record PolicyView(
        String node,
        String lengths,
        List<Place> links,
        List<Ruled> rules,
        List<HostSet> hosts,
        List<String> interfaces,
        List<Subscriber> subscribers,
        @Nullable String byDefault) {

    /**
     * A place in a tree.
     *
     * @param name of a link or class; empty for a part without one
     * @param kind link, class, queue, shaper, scheduler, meter, or bounds: how far settings of the queue above may go
     * @param discipline as in the policy file; empty for links, classes and bounds
     * @param below what stands in it or behind it, in order; meters before the queue that they are passed on the way to
     */
    public record Place(String name, String kind, String discipline, List<Value> values, List<Place> below) {}

    /**
     * A setting.
     *
     * @param text as it would be written in the file
     * @param value the same for programs: a whole number of the unit, a ratio as a fraction, a word, true or false; of
     *     bounds a list of the least and the most
     * @param unit {@code bitsPerSecond}, {@code bytes}, {@code nanos}, {@code packets}, {@code packetsPerSecond}, {@code
     *     ratio}; empty for plain numbers and words
     * @param isComputed whether it is a default
     */
    public record Value(String name, String text, Object value, String unit, boolean isComputed) {}

    /** Addresses with a name, as prefixes. */
    public record HostSet(String name, List<String> addresses) {}

    /**
     * Whose addresses go where.
     *
     * @param plan null when the file names none
     */
    public record Subscriber(String name, @Nullable String plan, List<String> addresses, String toClass) {}

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
