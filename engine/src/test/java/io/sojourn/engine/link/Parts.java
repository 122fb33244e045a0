// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.shape.Tbf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small trees around each registered discipline, made from what its parameters say alone. */
final class Parts {
    static final long RATE_BITS_PER_SECOND = 20_000_000;
    private static final LinkFacts LINK = new LinkFacts(RATE_BITS_PER_SECOND, 1514);

    private Parts() {}

    /** A link of one rate whose disciplines beside FIFO are {@code type} and a token bucket; leaf classes c0, c1, ... */
    static Part around(DisciplineType type, long rateBitsPerSecond) {
        if (type instanceof DisciplineType.QueueType queue) {
            Settings settings = settings(type.parameters(), rateBitsPerSecond);
            return shaped(new Part.Queue("c0", queue, settings, List.of()), rateBitsPerSecond);
        }
        if (type instanceof DisciplineType.ShaperType shaper) {
            return new Part.Shaped(shaper, settings(type.parameters(), rateBitsPerSecond), fifo("c0"));
        }
        if (type instanceof DisciplineType.SchedulerType scheduler) {
            return shaped(scheduled(scheduler, rateBitsPerSecond, List.of("c0", "c1", "c2")), rateBitsPerSecond);
        }
        DisciplineType.MeterType meter = (DisciplineType.MeterType) type;
        Settings settings = settings(type.parameters(), rateBitsPerSecond);
        return new Part.Queue("c0", Fifo.TYPE, fifoSettings(), List.of(new Part.Metered(meter, settings)));
    }

    /** Most packets that may wait in the queues of a part together; hardly an end when a queue has no such limit. */
    static long limitPackets(Part part) {
        return LinkTree.queues(part)
                .mapToLong(queue -> queue.settings().values().getOrDefault("limit", (long) Integer.MAX_VALUE))
                .sum();
    }

    static Part shaped(Part inner, long rateBitsPerSecond) {
        return new Part.Shaped(Tbf.TYPE, settings(Tbf.TYPE.parameters(), rateBitsPerSecond), inner);
    }

    static Part.Queue fifo(String name) {
        return new Part.Queue(name, Fifo.TYPE, fifoSettings(), List.of());
    }

    /** One class a leaf, in the order given. */
    static Part scheduled(DisciplineType.SchedulerType type, long rateBitsPerSecond, List<String> leaves) {
        List<Part.Branch> classes = new ArrayList<>();
        for (int i = 0; i < leaves.size(); i++) {
            Map<String, Long> given = requiredValues(type.classParameters(), rateBitsPerSecond / leaves.size() / 2);
            for (Parameter parameter : type.classParameters()) {
                if (parameter.name().equals("priority")) {
                    given.put("priority", (long) i);
                }
            }
            Settings settings = Settings.of(type.classParameters(), given, LINK);
            String leaf = leaves.get(i);
            classes.add(new Part.Branch("class of " + leaf, settings, List.of(), List.of(), fifo(leaf)));
        }
        return new Part.Scheduled(type, settings(type.parameters(), rateBitsPerSecond), classes);
    }

    /** Values for what has to be written: the rate for rates, and the least that is allowed for the rest. */
    private static Settings settings(List<Parameter> parameters, long rateBitsPerSecond) {
        return Settings.of(parameters, requiredValues(parameters, rateBitsPerSecond), LINK);
    }

    /** A rate also where it may be left out: without one nothing waits. */
    private static Map<String, Long> requiredValues(List<Parameter> parameters, long rateBitsPerSecond) {
        Map<String, Long> given = new HashMap<>();
        for (Parameter parameter : parameters) {
            if (parameter.isRequired() || parameter.name().equals("rate")) {
                given.put(parameter.name(), valueFor(parameter, rateBitsPerSecond));
            }
        }
        return given;
    }

    private static long valueFor(Parameter parameter, long rateBitsPerSecond) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> rateBitsPerSecond;
            case BYTES -> 20_000;
            case NANOSECONDS -> 10_000_000;
            case PACKETS_PER_SECOND -> rateBitsPerSecond / 8 / 1000;
            case PACKETS, COUNT, RATIO, SWITCH, WORD -> Math.max(parameter.least(), Math.min(parameter.most(), 100));
        };
    }

    private static Settings fifoSettings() {
        return Settings.of(Fifo.TYPE.parameters(), Map.of("limit", 1000L), LINK);
    }
}
