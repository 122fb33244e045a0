// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.collectors.Beat;
import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.SampleSource;
import io.sojourn.collectors.ss.FlowMeter;
import io.sojourn.collectors.ss.SocketPoll;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a Linux device from {@code tc}, and with {@link TcOptions#sockets} the flows of the host through them.
 * One batch an interval. The counters are read a few milliseconds after the beat the interval is said to end at.
 */
public final class TcSource implements SampleSource {
    private final TcOptions options;
    private final Beat beat;
    private final TcPoll poll;
    private final @Nullable SocketPoll sockets;
    private final FlowMeter meter;
    private final Map<String, QueueTotals> totals = new HashMap<>();
    private final Map<String, TcCounters> last = new HashMap<>();

    public TcSource(TcOptions options) {
        this(options, Clock.systemUTC());
    }

    TcSource(TcOptions options, Clock clock) {
        this.options = options;
        this.beat = new Beat(clock, options.interval().toMillis());
        this.poll = new TcPoll(options.device(), options.namespace(), options.interval());
        this.sockets = options.sockets()
                ? new SocketPoll(options.namespace(), options.socketFilter(), options.interval())
                : null;
        this.meter = new FlowMeter(options.device(), options.interval().toMillis() * 1000);
    }

    @Override
    public void run(SampleSink sink) throws IOException, InterruptedException {
        Rejects rejects = new Rejects(sink, options.node());
        read(rejects);
        flows(rejects);
        long startMillis = beat.lastMillis();
        for (long sequence = 0; beat.await(); sequence++) {
            Map<String, QueueCounts> counts = read(rejects);
            long endMillis = Math.max(startMillis + 1, beat.lastMillis());
            sink.batch(batch(sequence, startMillis, endMillis, counts, flows(rejects)));
            startMillis = endMillis;
        }
    }

    /** What each queue counted since the reading before; a queue that was not there then is left out. */
    private Map<String, QueueCounts> read(Rejects rejects) throws IOException, InterruptedException {
        Map<String, QueueCounts> counts = new HashMap<>();
        for (QueueReading reading : poll.queues(beat.nowMicros() / 1000, rejects)) {
            TcCounters now = totals.computeIfAbsent(reading.queue(), queue -> new QueueTotals())
                    .add(reading);
            @Nullable TcCounters before = last.put(reading.queue(), now);
            if (before != null) {
                counts.put(reading.queue(), QueueTotals.between(reading.settings(), before, now, 0, 0));
            }
        }
        return counts;
    }

    private FlowView flows(Rejects rejects) throws IOException, InterruptedException {
        if (sockets == null) {
            return FlowView.none();
        }
        long nowMicros = beat.nowMicros();
        meter.poll(nowMicros, sockets.sockets(nowMicros, rejects));
        return meter.drain();
    }

    private SampleBatch batch(
            long sequence, long startMillis, long endMillis, Map<String, QueueCounts> counts, FlowView flows) {
        String busiest = busiest(counts);
        FlowView view = flows.of(busiest);
        List<QueueSample> samples = new ArrayList<>();
        new TreeMap<>(counts)
                .forEach((queue, of) -> samples.add(of.sample(queue, queue.equals(busiest) ? view : FlowView.none())));
        return new SampleBatch(
                Schema.CURRENT,
                options.node(),
                sequence,
                Clocking.LIVE,
                startMillis,
                endMillis,
                samples,
                view.flows(),
                view.trails());
    }

    /** The queue with the most bytes so far: it stays the same while the traffic does. */
    private String busiest(Map<String, QueueCounts> counts) {
        return counts.keySet().stream()
                .max(Comparator.<String>comparingLong(queue -> sentSoFar(queue))
                        .thenComparing(Comparator.reverseOrder()))
                .orElse(options.device());
    }

    private long sentSoFar(String queue) {
        @Nullable TcCounters counters = last.get(queue);
        return counters == null ? 0 : counters.sentBytes();
    }

    @Override
    public void close() {
        beat.close();
    }
}
