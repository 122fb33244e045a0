// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DisciplineType.MeterType;
import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.DisciplineType.SchedulerType;
import io.sojourn.engine.DisciplineType.ShaperType;
import io.sojourn.engine.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in the tree of a link: a queue, or what stands before one or several. */
public sealed interface Part {

    /** Where packets of the class {@code name}, unique in the link, wait. */
    record Queue(String name, QueueType type, Settings settings, List<Metered> meters) implements Part {}

    /** Holds back what {@code inner} would send. */
    record Shaped(ShaperType type, Settings settings, Part inner) implements Part {}

    /** Shares among classes. */
    record Scheduled(SchedulerType type, Settings settings, List<Branch> classes) implements Part {}

    /**
     * One class of a scheduler: either made of {@code children}, or a leaf with a part of its own.
     *
     * @param part null when there are children
     */
    record Branch(
            String name,
            Settings settings,
            List<Metered> meters,
            List<Branch> children,
            @Nullable Part part) {}

    /** A meter before a class; several are passed in the order of the tree, from the link to the leaf. */
    record Metered(MeterType type, Settings settings) {}
}
