// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.queue.Fifo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The classes of a scheduler under test: leaf classes are numbered 0, 1, ... in the order they are added. */
final class ClassList {
    final Rig rig;
    final List<TrafficClass> classes = new ArrayList<>();
    private final SchedulerType type;
    private final LinkFacts link;
    private int leaves;

    ClassList(Rig rig, SchedulerType type, long linkRate) {
        this.rig = rig;
        this.type = type;
        link = new LinkFacts(linkRate, 1514);
    }

    /** A leaf with a long FIFO of its own. */
    ClassList leaf(String name, int parent, Map<String, Long> given) {
        return leaf(name, parent, given, fifo());
    }

    ClassList leaf(String name, int parent, Map<String, Long> given, QueueDiscipline queue) {
        return add(name, parent, given, queue, new int[] {leaves++});
    }

    /** A class whose part has leaf classes of its own. */
    ClassList part(String name, int parent, Map<String, Long> given, QueueDiscipline part, int... classIds) {
        return add(name, parent, given, part, classIds);
    }

    /** A class made of those that name its index as their parent. */
    ClassList inner(String name, int parent, Map<String, Long> given) {
        return add(name, parent, given, null, new int[0]);
    }

    QueueDiscipline scheduler() {
        return type.factory().create(settings(), rig.around, classes, 0);
    }

    List<Problem> problems() {
        return type.classCheck().problems(settings(), classes, link);
    }

    QueueDiscipline queue(int index) {
        return Objects.requireNonNull(classes.get(index).queue());
    }

    QueueDiscipline fifo() {
        return Fifo.TYPE.factory().create(Rig.settings(Fifo.TYPE, Map.of("limit", 1_000_000L)), rig.around);
    }

    private Settings settings() {
        return Settings.of(type.parameters(), Map.of(), link);
    }

    private ClassList add(
            String name, int parent, Map<String, Long> given, @Nullable QueueDiscipline queue, int[] classIds) {
        Settings settings = Settings.of(type.classParameters(), given, link);
        classes.add(new TrafficClass(name, parent, settings, queue, classIds));
        return this;
    }
}
