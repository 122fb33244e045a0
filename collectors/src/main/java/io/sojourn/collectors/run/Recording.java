// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.QueueCounts;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A whole run as it was read.
 *
 * @param bottleneck the queue the flows went through; empty without tc
 * @param policer what was dropped in front of that queue for being over a rate
 */
record Recording(
        List<RecordedQueue> queues,
        Optional<RecordedQueue> bottleneck,
        Optional<PolicerRecording> policer,
        FlowRecording flows,
        PingRecording pings) {
    /** The queue's name where there are flows but no tc. */
    private static final String PATH = "path";

    boolean isEmpty() {
        return seconds().findAny().isEmpty();
    }

    long firstSecond() {
        return seconds().min().orElseThrow();
    }

    long lastSecond() {
        return seconds().max().orElseThrow();
    }

    private LongStream seconds() {
        LongStream read = queues.stream()
                .flatMapToLong(queue -> LongStream.of(queue.firstMicros(), queue.lastMicros()))
                .map(micros -> micros / RecordedQueue.SECOND_MICROS);
        return LongStream.concat(read, flows.seconds().keySet().stream().mapToLong(Long::longValue));
    }

    /** Name of the queue the flows are shown at. */
    String flowQueue() {
        return bottleneck.map(RecordedQueue::name).orElse(PATH);
    }

    FlowView flows(long second) {
        return pings.standIn(flows.second(second), second).of(flowQueue());
    }

    Optional<QueueCounts> counts(RecordedQueue queue, long second) {
        long startMicros = second * RecordedQueue.SECOND_MICROS;
        Optional<QueueCounts> counts = queue.second(startMicros);
        return policer.isPresent() && queue.name().equals(flowQueue())
                ? counts.map(own -> policer.get().inFrontOf(own, startMicros))
                : counts;
    }
}
