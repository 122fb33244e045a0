// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import org.jspecify.annotations.Nullable;

/**
 * A class as its scheduler sees it.
 *
 * @param parent index, in the scheduler's list, of the class that it is part of; -1 at the top. A parent stands before
 *     its children
 * @param settings values for the scheduler's class parameters
 * @param queue what its packets wait in; null for a class that is made of others. It may hold packets already
 * @param classIds the numbers of the leaf classes whose packets go to {@code queue}, see {@link PacketStore#classId}
 */
@SuppressWarnings("ArrayRecordComponent") // read once, when a scheduler is built; never compared
public record TrafficClass(
        String name,
        int parent,
        Settings settings,
        @Nullable QueueDiscipline queue,
        int[] classIds) {}
