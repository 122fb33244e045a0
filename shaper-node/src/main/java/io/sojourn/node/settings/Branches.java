// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes of a scheduler, looked at from outside. */
public final class Branches {
    private static final int[] NO_IDS = {};

    private Branches() {}

    /** The classes as a scheduler's check takes them: a parent before its children. */
    public static List<TrafficClass> classes(List<Branch> branches) {
        List<TrafficClass> classes = new ArrayList<>();
        branches.forEach(branch -> add(branch, -1, classes));
        return classes;
    }

    /** Whether a queue is somewhere in the class. */
    static boolean holds(Branch branch, String queue) {
        return queues(branch).anyMatch(leaf -> leaf.name().equals(queue));
    }

    /** Every queue below a part, in the order of the tree. */
    static Stream<Part.Queue> queues(Part part) {
        if (part instanceof Part.Queue queue) {
            return Stream.of(queue);
        }
        if (part instanceof Part.Shaped shaped) {
            return queues(shaped.inner());
        }
        return ((Part.Scheduled) part).classes().stream().flatMap(Branches::queues);
    }

    /** The setting of a class that says the most it may send: its ceiling, or its rate where there is no other. */
    public static Optional<Parameter> ceiling(List<Parameter> classParameters) {
        return named(classParameters, "ceil")
                .or(() -> named(classParameters, "upperLimitRate"))
                .or(() -> named(classParameters, "rate"));
    }

    /** The burst that goes with {@link #ceiling}. */
    static Optional<Parameter> ceilingBurst(List<Parameter> classParameters) {
        return named(classParameters, "ceilBurst").or(() -> named(classParameters, "burst"));
    }

    public static Optional<Parameter> named(List<Parameter> parameters, String name) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst();
    }

    private static Stream<Part.Queue> queues(Branch branch) {
        Stream<Part.Queue> own = branch.part() == null ? Stream.empty() : queues(branch.part());
        return Stream.concat(own, branch.children().stream().flatMap(Branches::queues));
    }

    private static void add(Branch branch, int parent, List<TrafficClass> classes) {
        int index = classes.size();
        classes.add(new TrafficClass(branch.name(), parent, branch.settings(), null, NO_IDS));
        branch.children().forEach(child -> add(child, index, classes));
    }
}
