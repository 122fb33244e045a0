// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.List;

/** What a discipline is called, what can be set on it, where it is defined, and how one is made. */
public sealed interface DisciplineType {
    /** As written in a policy file, such as {@code fq-codel}. */
    String name();

    /** Address of the RFC, paper or manual that defines it. */
    String source();

    /** One line for help texts. */
    String summary();

    /** What can be set on it, in the order in which defaults are computed. */
    List<Parameter> parameters();

    /** Finds what no single range can: a minimum above a maximum, a limit below a packet. */
    Check check();

    /** Finds settings that do not go together. */
    @FunctionalInterface
    interface Check {
        Check NONE = (settings, link) -> List.of();

        List<Problem> problems(Settings settings, LinkFacts link);
    }

    /** A queue: packets of one class wait in it. */
    record QueueType(
            String name, String source, String summary, List<Parameter> parameters, Check check, QueueFactory factory)
            implements DisciplineType {}

    /** A shaper: holds back what one other discipline would send. */
    record ShaperType(
            String name, String source, String summary, List<Parameter> parameters, Check check, ShaperFactory factory)
            implements DisciplineType {}

    /**
     * A scheduler: shares a link among classes.
     *
     * @param classParameters what can be set on each class
     * @param levels how deep classes may be nested; 1 is a plain list
     * @param classCheck finds what is wrong among the classes: a child's guarantee above its parent's
     */
    record SchedulerType(
            String name,
            String source,
            String summary,
            List<Parameter> parameters,
            List<Parameter> classParameters,
            int levels,
            Check check,
            ClassCheck classCheck,
            SchedulerFactory factory)
            implements DisciplineType {}

    /** A meter and what becomes of each color: stands before the queue of a class. */
    record MeterType(
            String name, String source, String summary, List<Parameter> parameters, Check check, MeterFactory factory)
            implements DisciplineType {}

    /** Makes a queue. */
    @FunctionalInterface
    interface QueueFactory {
        QueueDiscipline create(Settings settings, Surroundings around);
    }

    /** Makes a shaper before {@code inner}, which may hold packets already. */
    @FunctionalInterface
    interface ShaperFactory {
        QueueDiscipline create(Settings settings, Surroundings around, QueueDiscipline inner);
    }

    /** Makes a scheduler; queues of classes that hold packets take part from {@code nowNanos} on. */
    @FunctionalInterface
    interface SchedulerFactory {
        QueueDiscipline create(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos);
    }

    /** Makes a meter. */
    @FunctionalInterface
    interface MeterFactory {
        Conditioning create(Settings settings, Surroundings around);
    }

    /** Finds what is wrong among the classes of a scheduler; queues are not looked at. */
    @FunctionalInterface
    interface ClassCheck {
        ClassCheck NONE = (settings, classes, link) -> List.of();

        /** @return problems whose parameter reads {@code class.parameter} */
        List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link);
    }
}
