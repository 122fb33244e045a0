// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.tc.ClassParser;
import io.sojourn.collectors.tc.DeviceQueues;
import io.sojourn.collectors.tc.QdiscParser;
import io.sojourn.collectors.tc.QueueReading;
import io.sojourn.collectors.tc.TcClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The queues of all recorded devices. */
final class TcRecording {
    private TcRecording() {}

    static List<RecordedQueue> read(RunFolder folder, Rejects rejects) throws IOException {
        Map<String, RecordedQueue> queues = new LinkedHashMap<>();
        Map<String, Path> classFiles = folder.classes();
        for (Map.Entry<String, Path> file : folder.qdiscs().entrySet()) {
            @Nullable Path classFile = classFiles.get(file.getKey());
            NavigableMap<Long, List<TcClass>> classes =
                    classFile == null ? new TreeMap<>() : classes(new PolledFile(classFile, rejects));
            new PolledFile(file.getValue(), rejects)
                    .forEach(poll -> add(file.getKey(), poll, classesAt(classes, poll.micros()), queues));
        }
        return new ArrayList<>(queues.values());
    }

    private static NavigableMap<Long, List<TcClass>> classes(PolledFile file) throws IOException {
        NavigableMap<Long, List<TcClass>> classes = new TreeMap<>();
        file.forEach(poll -> classes.put(
                poll.micros(),
                poll.out().isArray()
                        ? ClassParser.parse(poll.out(), poll.faults())
                        : ClassParser.parse(poll.raw(), poll.faults())));
        return classes;
    }

    /** The classes as they were read last, or first when that came later. */
    private static List<TcClass> classesAt(NavigableMap<Long, List<TcClass>> classes, long micros) {
        Map.@Nullable Entry<Long, List<TcClass>> entry = classes.floorEntry(micros);
        if (entry == null) {
            entry = classes.firstEntry();
        }
        return entry == null ? List.of() : entry.getValue();
    }

    private static void add(
            String device, PolledFile.Poll poll, List<TcClass> classes, Map<String, RecordedQueue> queues) {
        List<QueueReading> readings =
                DeviceQueues.of(device, QdiscParser.parse(poll.out(), poll.faults()), classes, poll.faults());
        for (QueueReading reading : readings) {
            queues.computeIfAbsent(reading.queue(), RecordedQueue::new).add(poll.micros(), reading);
        }
    }
}
