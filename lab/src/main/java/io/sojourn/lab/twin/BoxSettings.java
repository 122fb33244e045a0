// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.fair.FqCodel;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.CoDel;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.lab.plan.ClassChooser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The box in the middle of the network, as it would be set. What is not given is what the engine has by default. */
public sealed interface BoxSettings {
    /** Rate of the bottleneck. */
    long rateBitsPerSecond();

    /** Burst of the bottleneck. */
    long depthBytes();

    /**
     * What the engine builds the box from.
     *
     * @throws IllegalArgumentException naming value and bound, when the engine has no such box
     */
    Part part();

    /** Packets that may stand in its queue for long, as far as that is known. */
    default long standingPackets() {
        return 0;
    }

    /** The class that the traffic is in. */
    default String className() {
        return ONLY;
    }

    /** The class that the packets of a flow are in. */
    default ClassChooser classes() {
        return ClassChooser.only(className());
    }

    /**
     * A policer.
     *
     * @param rateBitsPerSecond CIR, 1 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30
     */
    record Policing(long rateBitsPerSecond, long depthBytes) implements BoxSettings {
        /** The burst that a policer has when none is given. */
        public static long defaultDepthBytes(long rateBitsPerSecond) {
            return settings(TwoColorPolicer.TYPE, Map.of("rate", rateBitsPerSecond), LINK)
                    .values()
                    .getOrDefault("burst", 0L);
        }

        @Override
        public Part part() {
            Part.Metered policer = new Part.Metered(
                    TwoColorPolicer.TYPE,
                    settings(TwoColorPolicer.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes), LINK));
            Settings roomForAll = settings(Fifo.TYPE, Map.of("limit", MOST_PACKETS, "limitBytes", MOST_BYTES), LINK);
            return new Part.Queue(ONLY, Fifo.TYPE, roomForAll, List.of(policer));
        }
    }

    /**
     * A token bucket that a queue waits behind.
     *
     * @param rateBitsPerSecond CIR, 8 to 10^12
     * @param depthBytes burst (CBS), 1 to 2^30, at least one packet
     */
    record Shaping(long rateBitsPerSecond, long depthBytes, Waiting waiting) implements BoxSettings {
        /** With a tail-drop queue. */
        public Shaping(long rateBitsPerSecond, long depthBytes, long limitPackets) {
            this(rateBitsPerSecond, depthBytes, Waiting.fifo(limitPackets, null));
        }

        /** The burst that a shaper has when none is given. */
        public static long defaultDepthBytes(long rateBitsPerSecond) {
            return settings(Tbf.TYPE, Map.of("rate", rateBitsPerSecond), LINK).value(Tbf.BURST);
        }

        @Override
        public long standingPackets() {
            return waiting.type().equals(Fifo.TYPE) ? waiting.fullPackets() : 0;
        }

        @Override
        public Part part() {
            Settings bucket = settings(Tbf.TYPE, Map.of("rate", rateBitsPerSecond, "burst", depthBytes), LINK);
            LinkFacts below = new LinkFacts(Math.min(LINK.rateBitsPerSecond(), rateBitsPerSecond), LINK.mtuBytes());
            return new Part.Shaped(
                    Tbf.TYPE,
                    bucket,
                    new Part.Queue(ONLY, waiting.type(), settings(waiting.type(), waiting.given(), below), List.of()));
        }
    }

    /**
     * Anything the engine can build.
     *
     * @param rateBitsPerSecond of its bottleneck, for forecasts
     * @param depthBytes burst of its bottleneck
     * @param classes names leaf classes of {@code part}
     */
    record Built(long rateBitsPerSecond, long depthBytes, Part part, ClassChooser classes) implements BoxSettings {}

    /**
     * Where packets wait.
     *
     * @param limitPackets most that wait
     * @param limitBytes most bytes that wait
     * @param targetNanos CoDel's target (RFC 8289, section 3.2)
     * @param intervalNanos CoDel's interval
     */
    record Waiting(
            QueueType type,
            @Nullable Long limitPackets,
            @Nullable Long limitBytes,
            @Nullable Long targetNanos,
            @Nullable Long intervalNanos) {
        /** First in, first out; with one limit the other is none. */
        public static Waiting fifo(@Nullable Long limitPackets, @Nullable Long limitBytes) {
            boolean limited = limitPackets != null || limitBytes != null;
            return new Waiting(
                    Fifo.TYPE,
                    limited && limitPackets == null ? (Long) MOST_PACKETS : limitPackets,
                    limited && limitBytes == null ? (Long) MOST_BYTES : limitBytes,
                    null,
                    null);
        }

        /** One queue kept short (RFC 8289). */
        public static Waiting codel(
                @Nullable Long limitPackets,
                @Nullable Long limitBytes,
                @Nullable Long targetNanos,
                @Nullable Long intervalNanos) {
            return new Waiting(CoDel.TYPE, limitPackets, limitBytes, targetNanos, intervalNanos);
        }

        /** A queue for each flow, kept short (RFC 8290). */
        public static Waiting fqCodel(
                @Nullable Long limitPackets,
                @Nullable Long limitBytes,
                @Nullable Long targetNanos,
                @Nullable Long intervalNanos) {
            return new Waiting(FqCodel.TYPE, limitPackets, limitBytes, targetNanos, intervalNanos);
        }

        /** Full packets that fill it; 0 when no limit is given. */
        private long fullPackets() {
            long packets = limitPackets == null ? 0 : limitPackets;
            return limitBytes == null ? packets : Math.min(packets, limitBytes / LINK.mtuBytes());
        }

        private Map<String, Long> given() {
            Map<String, Long> given = new HashMap<>();
            put(given, "limit", limitPackets);
            put(given, "limitBytes", limitBytes);
            put(given, "target", targetNanos);
            put(given, "interval", intervalNanos);
            return given;
        }

        private static void put(Map<String, Long> given, String name, @Nullable Long value) {
            if (value != null) {
                given.put(name, value);
            }
        }
    }

    /** The class of a box that has one. */
    String ONLY = "all";

    /** Fast, with full Ethernet frames, header counted. */
    LinkFacts LINK = new LinkFacts(LinkFacts.UNLIMITED, 1_514);

    /** As good as no limit. */
    long MOST_PACKETS = 1_000_000;

    /** As good as no limit. */
    long MOST_BYTES = 1L << 32;

    private static Settings settings(DisciplineType type, Map<String, Long> given, LinkFacts around) {
        List<Problem> problems = new ArrayList<>();
        Settings settings = Settings.of(type.parameters(), given, around, problems);
        if (problems.isEmpty()) {
            problems.addAll(type.check().problems(settings, around));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.get(0).toString());
        }
        return settings;
    }
}
