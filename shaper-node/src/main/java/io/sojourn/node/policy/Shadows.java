// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules that never take a packet since one earlier rule takes all of theirs (two, for one that looks at either
 * end of a packet). One that only several others together cover is not found.
 *
 * <p>A rule is compared only with earlier ones that may cover it: those that name, in each field they are filed by, the
 * same value or a prefix of it. This is the tuple space of Srinivasan, Suri and Varghese (Packet Classification using Tuple
 * Space Search, SIGCOMM 1999), one hash lookup for each shape that rules come in. Time grows with rules times shapes; the
 * rest is left to {@link Rule#covers}, so that the answer is that of comparing all with all.
 */
final class Shadows {
    private final Set<RuleCorner.Shape> shapes = new LinkedHashSet<>();
    /** By {@link RuleCorner.Shape#key}, in order. Two keys that are equal by chance only cost a comparison. */
    private final Map<Long, List<Entry>> entries = new HashMap<>();

    private record Entry(int place, Rule rule) {}

    private Shadows() {}

    /** Of each rule the paths of the earlier rules that take every packet of it, or "" when some are left. */
    static List<String> of(List<FileRule> rules) {
        Shadows earlier = new Shadows();
        List<String> shadows = new ArrayList<>();
        for (int place = 0; place < rules.size(); place++) {
            shadows.add(earlier.add(place, rules));
        }
        return shadows;
    }

    private String add(int place, List<FileRule> rules) {
        Set<String> paths = new LinkedHashSet<>();
        List<Rule> left = new ArrayList<>();
        for (Rule alternative : rules.get(place).alternatives()) {
            Entry covering = covering(alternative);
            if (covering == null) {
                left.add(alternative);
            } else {
                paths.add(rules.get(covering.place).path());
            }
        }
        // What a covered one covers, its own cover does: it need not be kept.
        left.forEach(alternative -> file(new Entry(place, alternative)));
        return left.isEmpty() ? String.join(" and ", paths) : "";
    }

    /** The first that covers a rule; null when none does. */
    private @Nullable Entry covering(Rule rule) {
        RuleCorner corner = RuleCorner.first(rule);
        Entry first = null;
        for (RuleCorner.Shape shape : shapes) {
            if (shape.fits(corner)) {
                first = earliest(first, entries.get(shape.key(corner)), rule);
            }
        }
        return first;
    }

    private static @Nullable Entry earliest(@Nullable Entry first, @Nullable List<Entry> bucket, Rule rule) {
        if (bucket == null) {
            return first;
        }
        for (Entry entry : bucket) {
            if (first != null && entry.place >= first.place) {
                return first;
            }
            if (entry.rule.covers(rule)) {
                return entry;
            }
        }
        return first;
    }

    private void file(Entry entry) {
        for (RuleCorner corner : RuleCorner.all(entry.rule)) {
            RuleCorner.Shape shape = corner.shape();
            shapes.add(shape);
            entries.computeIfAbsent(shape.key(corner), key -> new ArrayList<>()).add(entry);
        }
    }
}
