// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The classes of a policy file by name, as they are met: those with a queue, and those that are made of others. */
final class Leaves {
    /** Most classes of a node. */
    static final int LIMIT = 100_000;

    private final List<Leaf> leaves = new ArrayList<>();
    private final Map<String, Integer> placeOfLeaf = new HashMap<>();
    private final Map<String, String> paths = new HashMap<>();
    /** Every class that the file has a name for, whatever else is wrong with it, and whether it is made of others. */
    private final Map<String, Boolean> isInner = new HashMap<>();

    private boolean limitTold;

    /** A class with a queue of its own. */
    record Leaf(String name, String path, int link, BoundsReader bounds) {}

    /** Finds the names of all classes, so that what leads to one is not blamed for what is wrong with it. */
    void expect(YamlSection top) {
        top.mappings("links").forEach(this::expectBelow);
    }

    private void expectBelow(YamlSection section) {
        String name = section.word("name");
        YamlSection scheduler = section.mapping("scheduler");
        if (name != null) {
            boolean isMadeOfOthers = !section.has("queue") && (section.has("scheduler") || section.has("classes"));
            isInner.merge(name, isMadeOfOthers, Boolean::logicalAnd);
        }
        section.mappings("classes").forEach(this::expectBelow);
        if (scheduler != null) {
            scheduler.mappings("classes").forEach(this::expectBelow);
        }
    }

    /** Takes in a class' name; that another has it is a problem, and gives false. */
    boolean name(YamlSection section, String name) {
        String other = paths.putIfAbsent(name, section.path());
        if (other != null) {
            section.problem(
                    section.at("name"), name, "a name of its own, " + other + " has it", "rename one of the two");
        }
        if (paths.size() > LIMIT && !limitTold) {
            limitTold = true;
            section.problem(section.path(), "class " + paths.size(), "at most " + LIMIT + " classes", "split the node");
        }
        return other == null;
    }

    void leaf(YamlSection section, String name, int link) {
        placeOfLeaf.putIfAbsent(name, leaves.size());
        leaves.add(new Leaf(name, section.path(), link, BoundsReader.of(section.section("bounds"))));
    }

    List<Leaf> leaves() {
        return leaves;
    }

    /** Place of a class with a queue in the list of all such; null when there is none of that name. */
    @Nullable
    Integer place(String name) {
        return placeOfLeaf.get(name);
    }

    /** Whether the file has a class or link of that name, with a queue or not, however much is wrong with it. */
    boolean knows(String name) {
        return isInner.containsKey(name);
    }

    /** Whether the class or link of that name is made of others. */
    boolean isInner(String name) {
        return isInner.getOrDefault(name, false);
    }

    Optional<String> hint(String name) {
        return Nearest.hint(
                name, isInner.keySet().stream().filter(known -> !isInner(known)).toList());
    }

    /** Where the class of that name stands in the file; the name itself when there is none. */
    String path(String name) {
        return paths.getOrDefault(name, name);
    }
}
