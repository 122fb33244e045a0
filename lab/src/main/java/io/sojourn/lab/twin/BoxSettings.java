// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.shape.Tbf;
import java.util.List;
import java.util.Map;

/** The box in the middle of the network, as it would be set. */
public sealed interface BoxSettings {
    /** Rate of the bottleneck. */
    long rateBitsPerSecond();

    /** Burst of the bottleneck. */
    long depthBytes();

    /** What the engine builds the box from. */
    Part part();

    /** The class that the traffic is in. */
    default String className() {
        return ONLY;
    }

    /**
     * A policer.
     *
     * @param rateBitsPerSecond CIR, 1 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30
     */
    record Policing(long rateBitsPerSecond, long depthBytes) implements BoxSettings {
        @Override
        public Part part() {
            Part.Metered policer = new Part.Metered(
                    TwoColorPolicer.TYPE,
                    settings(TwoColorPolicer.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes)));
            return new Part.Queue(ONLY, Fifo.TYPE, settings(Fifo.TYPE, Map.of()), List.of(policer));
        }
    }

    /**
     * A shaper with a tail-drop queue.
     *
     * @param rateBitsPerSecond CIR, 8 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30, at least one packet
     * @param limitPackets most packets that may wait, 1 to 10^6
     */
    record Shaping(long rateBitsPerSecond, long depthBytes, long limitPackets) implements BoxSettings {
        @Override
        public Part part() {
            Settings queue = settings(Fifo.TYPE, Map.of("limit", limitPackets));
            return new Part.Shaped(
                    Tbf.TYPE,
                    settings(Tbf.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes)),
                    new Part.Queue(ONLY, Fifo.TYPE, queue, List.of()));
        }
    }

    /**
     * Anything the engine can build.
     *
     * @param rateBitsPerSecond of its bottleneck, for forecasts
     * @param depthBytes burst of its bottleneck
     * @param className name of a leaf class of {@code part}
     */
    record Built(long rateBitsPerSecond, long depthBytes, Part part, String className) implements BoxSettings {}

    /** The class of a box that has one. */
    String ONLY = "all";

    /** On a fast link with full Ethernet frames, header counted. */
    private static Settings settings(DisciplineType type, Map<String, Long> given) {
        return Settings.of(type.parameters(), given, new LinkFacts(LinkFacts.UNLIMITED, 1_514));
    }
}
