// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which queue the recorded flows went through, judged by bytes: the one with a rate whose sent bytes come closest to
 * those of the flows, because a shaper behind or before others on the path passes the same bytes; without any rate, the
 * closest one. Among the equally close it is the slowest, then the first by name: flows spread over two paths are shown at
 * one of them.
 *
 * <p>Wrong when two unlike paths carry the same bytes by chance; the flows' direction tells most such cases apart, as
 * acknowledgments are much fewer bytes than data.
 */
final class Bottleneck {
    /** Ratios of bytes this close (e to the power of it) are equal: other traffic shares the queue, drops miss there. */
    private static final double EQUAL_LOG_RATIO = 0.1;

    /** Flows that go half through a queue still go through it, with room for their resends. */
    private static final double FAR_LOG_RATIO = 1.1;

    private Bottleneck() {}

    /** @param flowBytes bytes the flows sent, 0 when not known */
    static Optional<RecordedQueue> of(List<RecordedQueue> queues, long flowBytes) {
        List<RecordedQueue> busy =
                queues.stream().filter(queue -> queue.sentBytes() > 0).toList();
        if (flowBytes == 0) {
            return busy.stream().max(Comparator.comparingLong(RecordedQueue::sentBytes));
        }
        List<RecordedQueue> rated = busy.stream()
                .filter(queue -> queue.rateBitsPerSecond() != null && distance(queue, flowBytes) < FAR_LOG_RATIO)
                .toList();
        return closest(rated.isEmpty() ? busy : rated, flowBytes);
    }

    private static Optional<RecordedQueue> closest(List<RecordedQueue> queues, long flowBytes) {
        double least = queues.stream()
                .mapToDouble(queue -> distance(queue, flowBytes))
                .min()
                .orElse(0);
        return queues.stream()
                .filter(queue -> distance(queue, flowBytes) <= least + EQUAL_LOG_RATIO)
                .min(Comparator.comparingLong(Bottleneck::rate).thenComparing(RecordedQueue::name));
    }

    private static double distance(RecordedQueue queue, long flowBytes) {
        return Math.abs(Math.log((double) queue.sentBytes() / flowBytes));
    }

    private static long rate(RecordedQueue queue) {
        Long rate = queue.rateBitsPerSecond();
        return rate == null ? Long.MAX_VALUE : rate;
    }
}
