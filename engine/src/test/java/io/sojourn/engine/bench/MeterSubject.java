// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;

/** Many meters, one of them asked about a packet at a time; about half of the packets conform. */
final class MeterSubject implements Subject {
    private static final int LENGTH_BYTES = 1000;

    private final Conditioning[] meters;
    private final Picks picks;
    private final int packet;
    private final long gapNanos;
    private long nowNanos;

    MeterSubject(DisciplineType.MeterType type, Settings settings, int count) {
        PacketStore packets = new PacketStore(1);
        Surroundings around = new Surroundings(packets, new Ignored(), 1);
        meters = new Conditioning[count];
        for (int i = 0; i < count; i++) {
            meters[i] = type.factory().create(settings, around);
        }
        picks = new Picks(count);
        packet = packets.add(0, LENGTH_BYTES, 0);
        gapNanos = 400;
    }

    @Override
    public long step() {
        nowNanos += gapNanos;
        DropCause cause = meters[picks.next()].condition(packet, nowNanos);
        return cause == null ? 0 : 1;
    }

    private static final class Ignored implements PacketFate {
        @Override
        public void dropped(int packet, DropCause cause, long atNanos) {}

        @Override
        public void marked(int packet, long atNanos) {}
    }
}
