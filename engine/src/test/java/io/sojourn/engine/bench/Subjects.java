// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.link.Registry;
import io.sojourn.engine.queue.Fifo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Makes a {@link Subject} of any registered discipline with so many queues. */
final class Subjects {
    private static final LinkFacts LINK = new LinkFacts(10_000_000_000L, 1514);
    private static final int CLASSES_A_GROUP = 100;

    private Subjects() {}

    /** Whether the discipline can have so many queues at all. */
    static boolean canHave(DisciplineType type, int queues) {
        Parameter priority = parameter(type, "priority");
        boolean isRanked = type.name().equals("priq");
        return !isRanked || priority == null || queues <= priority.most() + 1;
    }

    static Subject of(String name, int queues) {
        DisciplineType type = Registry.types().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        if (type instanceof DisciplineType.MeterType meter) {
            return new MeterSubject(meter, settings(type.parameters(), Map.of(), queues), queues);
        }
        if (type instanceof DisciplineType.QueueType queue) {
            return hasFlows(type) ? flows(queue, queues) : queues(queue, queues);
        }
        if (type instanceof DisciplineType.ShaperType shaper) {
            return new QueuesSubject(queues, around -> shaper.factory()
                    .create(settings(type.parameters(), Map.of(), queues), around, fifo(around)));
        }
        DisciplineType.SchedulerType scheduler = (DisciplineType.SchedulerType) type;
        return new OneSubject(queues, false, around -> scheduler(scheduler, queues, around));
    }

    /** Keeps flows apart itself, so many flows make so many queues. */
    static boolean hasFlows(DisciplineType type) {
        return parameter(type, "flows") != null
                || type.name().equals("cake")
                || type.name().equals("wfq");
    }

    private static Subject queues(DisciplineType.QueueType type, int queues) {
        Settings settings = settings(type.parameters(), Map.of(), queues);
        return new QueuesSubject(queues, around -> type.factory().create(settings, around));
    }

    private static Subject flows(DisciplineType.QueueType type, int queues) {
        Map<String, Long> given = new HashMap<>();
        give(given, type, "flows", Long.highestOneBit(2L * queues - 1));
        give(given, type, "limit", 4L * queues);
        give(given, type, "depth", 127);
        give(given, type, "limitBytes", 1L << 30);
        Settings settings = settings(type.parameters(), given, queues);
        return new OneSubject(queues, true, around -> type.factory().create(settings, around));
    }

    private static QueueDiscipline scheduler(
            DisciplineType.SchedulerType type, int leaves, io.sojourn.engine.Surroundings around) {
        List<TrafficClass> classes = new ArrayList<>();
        boolean isNested = type.levels() > 1 && leaves > CLASSES_A_GROUP;
        int groups = isNested ? leaves / CLASSES_A_GROUP : 0;
        for (int group = 0; group < groups; group++) {
            Settings settings = classSettings(type, group, groups);
            classes.add(new TrafficClass("group" + group, -1, settings, null, new int[0]));
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            int parent = isNested ? leaf % groups : -1;
            Settings settings = classSettings(type, leaf, leaves);
            classes.add(new TrafficClass("leaf" + leaf, parent, settings, fifo(around), new int[] {leaf}));
        }
        Settings settings = settings(type.parameters(), Map.of(), 1);
        return type.factory().create(settings, around, classes, 0);
    }

    private static Settings classSettings(DisciplineType.SchedulerType type, int index, int siblings) {
        Map<String, Long> given = new HashMap<>();
        long share = Math.max(10_000, LINK.rateBitsPerSecond() / siblings);
        for (Parameter parameter : type.classParameters()) {
            if (parameter.name().equals("linkShareRate") || parameter.name().equals("rate")) {
                given.put(parameter.name(), share);
            } else if (parameter.name().equals("ceil")) {
                given.put("ceil", LINK.rateBitsPerSecond());
            } else if (type.name().equals("priq") && parameter.name().equals("priority")) {
                given.put("priority", (long) index);
            }
        }
        return settings(type.classParameters(), given, siblings);
    }

    private static QueueDiscipline fifo(io.sojourn.engine.Surroundings around) {
        return new Fifo(Settings.of(Fifo.TYPE.parameters(), Map.of(), LINK), around);
    }

    private static Settings settings(List<Parameter> parameters, Map<String, Long> given, int sharedBy) {
        Map<String, Long> all = new HashMap<>(given);
        for (Parameter parameter : parameters) {
            if (parameter.isRequired()) {
                all.putIfAbsent(parameter.name(), valueFor(parameter, sharedBy));
            }
        }
        return Settings.of(parameters, all, LINK);
    }

    private static long valueFor(Parameter parameter, int sharedBy) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> Math.max(100_000, LINK.rateBitsPerSecond() / sharedBy);
            case BYTES -> 20_000;
            case NANOSECONDS -> 10_000_000;
            case PACKETS_PER_SECOND -> 1_000_000;
            case PACKETS, COUNT, RATIO, SWITCH, WORD -> Math.max(parameter.least(), Math.min(parameter.most(), 100));
        };
    }

    private static void give(Map<String, Long> given, DisciplineType type, String name, long value) {
        Parameter parameter = parameter(type, name);
        if (parameter != null) {
            given.put(name, Math.max(parameter.least(), Math.min(parameter.most(), value)));
        }
    }

    private static Parameter parameter(DisciplineType type, String name) {
        List<Parameter> parameters = type instanceof DisciplineType.SchedulerType scheduler
                ? scheduler.classParameters()
                : type.parameters();
        return IntStream.range(0, parameters.size())
                .mapToObj(parameters::get)
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
