// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DisciplineType.MeterType;
import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.DisciplineType.ShaperType;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Registry;
import io.sojourn.telemetry.Discipline;
import java.util.Map;
import java.util.Optional;

/** The disciplines that the wire has words for, and what they are called in the engine's registry. */
public final class Disciplines {
    static final MeterType POLICER = known(MeterType.class, "policer");
    public static final ShaperType TBF = known(ShaperType.class, "tbf");
    static final QueueType FIFO = known(QueueType.class, "fifo");

    private static final Map<String, Discipline> MANAGED = Map.of(
            "codel", Discipline.CODEL,
            "fq-codel", Discipline.FQ_CODEL,
            "red", Discipline.RED,
            "wred", Discipline.WRED,
            "pie", Discipline.PIE,
            "dualpi2", Discipline.DUALPI2,
            "sfq", Discipline.SFQ,
            "wfq", Discipline.WFQ,
            "cake", Discipline.CAKE);

    private Disciplines() {}

    /** What a queue of this type, with or without a rate of its own, is called on the wire. */
    static Discipline onWire(QueueType type, boolean hasRate) {
        if (type.name().equals(FIFO.name())) {
            return hasRate ? Discipline.SHAPER : Discipline.FIFO;
        }
        return MANAGED.getOrDefault(type.name(), Discipline.UNKNOWN);
    }

    /** The queue that packets wait in when a setting names a discipline; empty when none may be set so. */
    static Optional<QueueType> queue(Discipline discipline) {
        return switch (discipline) {
            case SHAPER, FIFO -> Optional.of(FIFO);
            case CODEL -> Registry.find(QueueType.class, "codel");
            case FQ_CODEL -> Registry.find(QueueType.class, "fq-codel");
            case POLICER, UNKNOWN, RED, WRED, PIE, DUALPI2, SFQ, WFQ, CAKE -> Optional.empty();
        };
    }

    /** Whether a policer of these settings drops what does not conform, and does not only mark it. */
    static boolean drops(Settings policer) {
        return POLICER.parameters().stream()
                .filter(parameter -> parameter.name().equals("excessAction"))
                .allMatch(parameter ->
                        parameter.words().get(policer.intValue(parameter)).equals("drop"));
    }

    private static <T extends DisciplineType> T known(Class<T> kind, String name) {
        return Registry.find(kind, name)
                .orElseThrow(() -> new IllegalStateException("the engine's registry has no " + name));
    }
}
