// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.Policer;
import io.sojourn.engine.QueueLimit;
import io.sojourn.engine.Shaper;
import io.sojourn.engine.ShaperSettings;
import io.sojourn.engine.SojournRecorder;

/** The conditioning element in the middle of the network, as it would be set. */
public sealed interface BoxSettings {
    long rateBitsPerSecond();

    long depthBytes();

    /** A new element of the engine with these settings, its bucket full. */
    Conditioner build();

    /**
     * A policer.
     *
     * @param rateBitsPerSecond CIR, 1 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30
     */
    record Policing(long rateBitsPerSecond, long depthBytes) implements BoxSettings {
        @Override
        public Conditioner build() {
            return new Policer(rateBitsPerSecond, depthBytes);
        }
    }

    /**
     * A shaper with a tail-drop queue.
     *
     * @param rateBitsPerSecond CIR, 1 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30, at least one packet
     * @param limitPackets most packets that may wait, 1 to 10^6
     */
    record Shaping(long rateBitsPerSecond, long depthBytes, long limitPackets) implements BoxSettings {
        @Override
        public Conditioner build() {
            var settings = new ShaperSettings(rateBitsPerSecond, depthBytes, QueueLimit.ofPackets(limitPackets));
            return new Shaper(settings, SojournRecorder.NONE);
        }
    }
}
