// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Strict priority in the manner of ALTQ: of the classes that may send, the one of the highest number does. A class below
 * gets nothing while one above has packets, so what can fill the link belongs behind a shaper or a meter.
 *
 * <p>Source: pf.conf(5) of FreeBSD, "priq": 16 priorities, 0 to 15, the higher number first, each given once.
 *
 * <p>A class may hold something that is not always ready, such as a shaper: while it holds its packets back, the classes
 * below are served. Exact; constant time, there being 16 priorities.
 */
public final class Priq extends Scheduler {
    private static final int PRIORITIES = 16;

    public static final Parameter PRIORITY = Parameter.required(
            "priority", Unit.COUNT, 0, PRIORITIES - 1, "0 to 15, the higher number first; each given once");

    public static final DisciplineType.SchedulerType TYPE = new DisciplineType.SchedulerType(
            "priq",
            "https://man.freebsd.org/cgi/man.cgi?query=pf.conf&sektion=5&manpath=FreeBSD+13.0-RELEASE",
            "strict priority, 0 to 15, the higher number first",
            List.of(),
            List.of(PRIORITY),
            1,
            DisciplineType.Check.NONE,
            Priq::problems,
            Priq::new);

    private static final int[] NO_CLASSES = noClasses();

    private final int[] priorityOf;
    private final int[] classOfPriority = NO_CLASSES.clone();
    /** Bit p is set while the class of priority p has packets. */
    private int backloggedPriorities;

    Priq(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        priorityOf = new int[classes.size()];
        for (int leaf = 0; leaf < priorityOf.length; leaf++) {
            int priority = classes.get(leaf).settings().intValue(PRIORITY);
            priorityOf[leaf] = priority;
            classOfPriority[priority] = leaf;
        }
        activateAll(nowNanos);
    }

    /** Each class needs a priority of its own. */
    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        @Nullable String[] holders = new String[PRIORITIES];
        for (TrafficClass trafficClass : classes) {
            if (!trafficClass.settings().has(PRIORITY)) {
                continue;
            }
            int priority = trafficClass.settings().intValue(PRIORITY);
            String holder = holders[priority];
            if (holder == null) {
                holders[priority] = trafficClass.name();
            } else {
                problems.add(new Problem(
                        trafficClass.name() + "." + PRIORITY.name(),
                        Integer.toString(priority),
                        "free, " + holder + " has it",
                        "give each class a priority of its own, 0 to 15, the higher number first"));
            }
        }
        return problems;
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        backloggedPriorities |= 1 << priorityOf[leaf];
    }

    @Override
    int select(long nowNanos) {
        for (int left = backloggedPriorities; left != 0; left &= ~Integer.highestOneBit(left)) {
            int leaf = classOfPriority[highest(left)];
            if (head(leaf, nowNanos) != NONE) {
                return leaf;
            }
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        // Strict priority remembers nothing of what was sent.
    }

    @Override
    void emptied(int leaf, long nowNanos) {
        backloggedPriorities &= ~(1 << priorityOf[leaf]);
    }

    @Override
    public long readyNanos(long nowNanos) {
        long earliest = Long.MAX_VALUE;
        for (int left = backloggedPriorities; left != 0; left &= ~Integer.highestOneBit(left)) {
            QueueDiscipline queue = queue(classOfPriority[highest(left)]);
            earliest = Math.min(earliest, queue.readyNanos(nowNanos));
        }
        return earliest;
    }

    private static int highest(int bits) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bits);
    }

    private static int[] noClasses() {
        int[] classes = new int[PRIORITIES];
        Arrays.fill(classes, NO_CLASS);
        return classes;
    }
}
