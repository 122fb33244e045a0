// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;

/** Packets in order of arrival, and the limits of {@link Limits}: what finds them full is dropped from the tail. */
final class LimitedList {
    private final PacketStore packets;
    private final PacketFate fate;
    private final PacketList list;
    private int limitPackets;
    private long limitBytes;

    LimitedList(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        list = new PacketList(packets);
        set(settings);
    }

    PacketList list() {
        return list;
    }

    /**
     * Whether the packet fits; if not it has been dropped.
     *
     * @param backlogPackets all that counts towards the limit, here or elsewhere
     */
    boolean hasRoom(int packet, int backlogPackets, long backlogBytes, long nowNanos) {
        boolean fits = backlogPackets < limitPackets && backlogBytes + packets.lengthBytes(packet) <= limitBytes;
        if (!fits) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        }
        return fits;
    }

    void set(Settings settings) {
        limitPackets = settings.intValue(Limits.LIMIT);
        limitBytes = settings.value(Limits.LIMIT_BYTES);
    }
}
