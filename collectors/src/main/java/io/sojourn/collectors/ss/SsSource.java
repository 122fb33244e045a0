// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.Beat;
import io.sojourn.collectors.FlowView;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.SampleSource;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/**
 * The TCP flows that leave a host, from its own kernel: round-trip times, loss, windows. The path is shown as one queue
 * that nothing else is known of: what it dropped shows as loss of the flows, not as drops.
 */
public final class SsSource implements SampleSource {
    private final SsOptions options;
    private final Beat beat;
    private final SocketPoll poll;
    private final FlowMeter meter;

    public SsSource(SsOptions options) {
        this(options, Clock.systemUTC());
    }

    SsSource(SsOptions options, Clock clock) {
        this.options = options;
        this.beat = new Beat(clock, options.interval().toMillis());
        this.poll = new SocketPoll(options.namespace(), options.filter(), options.interval());
        this.meter = new FlowMeter(options.queue(), options.interval().toMillis() * 1000);
    }

    @Override
    public void run(SampleSink sink) throws IOException, InterruptedException {
        Rejects rejects = new Rejects(sink, options.node());
        long nowMicros = beat.nowMicros();
        meter.poll(nowMicros, poll.sockets(nowMicros, rejects));
        meter.drain();
        long startMillis = beat.lastMillis();
        for (long sequence = 0; beat.await(); sequence++) {
            nowMicros = beat.nowMicros();
            meter.poll(nowMicros, poll.sockets(nowMicros, rejects));
            long endMillis = Math.max(startMillis + 1, beat.lastMillis());
            sink.batch(batch(sequence, startMillis, endMillis, meter.drain()));
            startMillis = endMillis;
        }
    }

    private SampleBatch batch(long sequence, long startMillis, long endMillis, FlowView view) {
        return new SampleBatch(
                Schema.CURRENT,
                options.node(),
                sequence,
                Clocking.LIVE,
                startMillis,
                endMillis,
                List.of(QueueCounts.ofFlows(view).sample(options.queue(), view)),
                view.flows(),
                view.trails());
    }

    @Override
    public void close() {
        beat.close();
    }
}
