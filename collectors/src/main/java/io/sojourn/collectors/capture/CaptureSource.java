// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.collectors.SampleSource;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.capture.CaptureReader;
import io.sojourn.telemetry.capture.CapturedPacket;
import io.sojourn.telemetry.capture.Decoding;
import io.sojourn.telemetry.capture.PacketHeader;
import io.sojourn.telemetry.capture.Unread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A capture file (see {@link CaptureReader}) as samples: a batch for every whole second of its time, idle ones included,
 * one queue for each direction that carries data. Reads once, in constant memory.
 *
 * <p>What a capture can't show stays unknown: settings, drops, backlog and sojourn. Losses are seen end to end and are no
 * drops of a queue: they are in the flow samples ({@code lostPackets}) and in the loss trails, each at the time of the very
 * sending that was lost. A trail comes 4 s late; some batches without queues may follow the last second to bring the rest.
 */
public final class CaptureSource {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SECOND_MILLIS = 1_000;
    /** A longer silence is a damaged time, or two captures in one: it is skipped instead of filled. */
    private static final long LONGEST_SILENCE_SECONDS = 3_600;

    private final Path file;
    private final CaptureOptions options;

    public CaptureSource(Path file, CaptureOptions options) {
        this.file = file;
        this.options = options;
    }

    /**
     * Reads the file to its end, or to where it is damaged: that is a reject and {@link CaptureSummary#problem()}.
     *
     * @throws OutOfRange when the file is no capture
     * @throws IOException when it cannot be read
     */
    public CaptureSummary run(SampleSink sink) throws IOException {
        try (CaptureReader reader = CaptureReader.open(file)) {
            return new Run(sink, reader).toEnd();
        }
    }

    /** The same as a source among others, without the summary. A capture is read to its end: close does nothing. */
    public SampleSource asSource() {
        return new SampleSource() {
            @Override
            public void run(SampleSink sink) throws IOException {
                var unused = CaptureSource.this.run(sink);
            }

            @Override
            public void close() {}
        };
    }

    private final class Run {
        private final SampleSink sink;
        private final CaptureReader reader;
        private final PacketTracker tracker = new PacketTracker(options.flowTableLimit());
        private final BatchAssembler assembler = new BatchAssembler(options, tracker);
        private final PacketHeader header = new PacketHeader();
        private final Map<Decoding, Long> notCounted = new EnumMap<>(Decoding.class);
        private final UnreadCounts unread = new UnreadCounts();
        private long bytes;
        private long firstNanos;
        private long nowNanos;
        private long strayNanos = Long.MIN_VALUE / 2;
        private long second;

        Run(SampleSink sink, CaptureReader reader) {
            this.sink = sink;
            this.reader = reader;
        }

        CaptureSummary toEnd() throws IOException {
            CapturedPacket packet = new CapturedPacket();
            while (reader.next(packet)) {
                if (reader.packetsRead() == 1) {
                    begin(packet.timestampNanos());
                }
                bytes += packet.originalLength();
                if (isStray(packet.timestampNanos())) {
                    continue;
                }
                advance(packet.timestampNanos());
                Decoding decoding = header.decode(packet);
                if (header.unread() != Unread.NOTHING) {
                    unread.add(header.unread());
                }
                if (decoding == Decoding.IP || isReadable(decoding)) {
                    tracker.packet(nowNanos, header);
                } else {
                    notCounted.merge(decoding, 1L, Long::sum);
                }
            }
            if (reader.packetsRead() > 0) {
                finish();
            }
            report();
            return summary();
        }

        /** Options that were cut off leave a header that is good enough. */
        private boolean isReadable(Decoding decoding) {
            return decoding == Decoding.CUT_SHORT && header.isTcp();
        }

        private void begin(long nanos) {
            firstNanos = Math.max(0, nanos);
            nowNanos = firstNanos;
            second = firstNanos / SECOND_NANOS;
        }

        /**
         * Whether a time lies more than an hour ahead and the packet before it did not lie there as well: a damaged one, which
         * must not take the clock of all others with it.
         */
        private boolean isStray(long nanos) {
            long aheadNanos = nanos - nowNanos;
            boolean stray = aheadNanos > LONGEST_SILENCE_SECONDS * SECOND_NANOS
                    && Math.abs(nanos - strayNanos) > LONGEST_SILENCE_SECONDS * SECOND_NANOS;
            if (stray) {
                strayNanos = nanos;
                reject(
                        "timestamp of packet " + reader.packetsRead(),
                        nanos + " ns",
                        "within an hour of the packet before",
                        "the packet is left out; look at the capturing clock");
            }
            return stray;
        }

        /** Time never runs back: a packet that is behind the one before it counts as simultaneous. */
        private void advance(long nanos) {
            if (nanos <= nowNanos) {
                return;
            }
            nowNanos = nanos;
            long nowSecond = nanos / SECOND_NANOS;
            if (nowSecond - second > LONGEST_SILENCE_SECONDS) {
                endSecond();
                reject("timestamp", nanos + " ns", "within an hour of the packet before", "split the capture there");
                second = nowSecond;
            }
            while (second < nowSecond) {
                endSecond();
            }
        }

        private void endSecond() {
            long startMillis = second * SECOND_MILLIS;
            second++;
            tracker.table().tick(second * SECOND_NANOS);
            sink.batch(assembler.batch(
                    startMillis, startMillis + SECOND_MILLIS, second * SECOND_MILLIS - LossHistory.LAG_MILLIS));
        }

        private void finish() {
            tracker.table().close();
            long startMillis = second * SECOND_MILLIS;
            long endOfAll = startMillis + 2 * SECOND_MILLIS;
            sink.batch(assembler.batch(startMillis, startMillis + SECOND_MILLIS, endOfAll));
            while (assembler.hasTrails()) {
                startMillis += SECOND_MILLIS;
                sink.batch(assembler.trailsOnly(startMillis, startMillis + SECOND_MILLIS));
            }
        }

        private void report() {
            String problem = reader.problem();
            if (problem != null) {
                reject("record", problem, "a whole capture", "capture or copy it again; the packets before it count");
            }
            rejectCount(
                    "headers",
                    notCounted.getOrDefault(Decoding.MALFORMED, 0L),
                    "sound",
                    "look at the capturing device");
            rejectCount(
                    "headers cut off",
                    notCounted.getOrDefault(Decoding.CUT_SHORT, 0L),
                    "whole",
                    "capture with a snap length of at least 96");
            rejectCount(
                    "link type",
                    notCounted.getOrDefault(Decoding.UNKNOWN_LINK, 0L),
                    "Ethernet, PPP, Linux cooked, loopback or raw IP",
                    "capture on an interface of such a kind");
            rejectCount(
                    "directions",
                    tracker.directions().withoutQueue(),
                    "at most " + Directions.QUEUE_LIMIT + " with data",
                    "filter the capture by host");
            rejectCount("loss trails of flows", assembler.trailsLeftOut(), "few enough", "filter the capture by host");
        }

        private void rejectCount(String field, long count, String bound, String mend) {
            if (count > 0) {
                reject(field, count + " of " + reader.packetsRead() + " packets", bound, mend);
            }
        }

        private void reject(String field, String value, String bound, String mend) {
            sink.reject(new Reject(
                    Schema.CURRENT,
                    String.valueOf(file.getFileName()),
                    options.node(),
                    nowNanos / 1_000_000,
                    field,
                    value,
                    bound,
                    mend,
                    null));
        }

        private List<CapturedFlow> heaviest() {
            tracker.table().flows(tracker.tally().heaviest::ended);
            return tracker.tally().heaviest.heaviestFirst();
        }

        private CaptureSummary summary() {
            return new CaptureSummary(
                    reader.packetsRead(),
                    bytes,
                    firstNanos,
                    nowNanos,
                    assembler.batches(),
                    notCounted,
                    tracker.table().evicted(),
                    tracker.tally().lateLosses,
                    unread.byName(),
                    reader.missedPackets(),
                    tracker.tally().missed,
                    heaviest(),
                    reader.problem());
        }
    }
}
