// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketList;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;

/** Packets in order of arrival, and the limits of {@link Limits}: what finds them full is dropped from the tail. */
class LimitedList extends PacketList {
    private final PacketFate fate;
    private int limitPackets;
    private long limitBytes;

    LimitedList(Settings settings, Surroundings around) {
        super(around.packets());
        fate = around.fate();
        set(settings);
    }

    /**
     * Whether the packet fits; if not it has been dropped.
     *
     * @param backlogPackets all that counts towards the limit, here or elsewhere
     */
    final boolean hasRoom(int packet, int backlogPackets, long backlogBytes, long nowNanos) {
        boolean fits = backlogPackets < limitPackets && backlogBytes + store.lengthBytes(packet) <= limitBytes;
        if (!fits) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        }
        return fits;
    }

    final void set(Settings settings) {
        limitPackets = settings.intValue(Limits.LIMIT);
        limitBytes = settings.value(Limits.LIMIT_BYTES);
    }
}
