// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.FlowView;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.SketchBuilder;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Folds polls of sockets into what the flows showed in each interval.
 *
 * <p>Error: a smoothed round-trip time lags by about eight of them (RFC 6298, alpha 1/8), so its peaks are too low and
 * its least value in 100 ms too high. Loss is what was sent again and the peer did not have already (DSACK), counted at
 * the poll that showed it: later than it happened by a round trip and up to a poll. What a socket did between its last
 * poll and its end is not seen.
 *
 * <p>Not safe for use by several threads; reads no clock.
 */
public final class FlowMeter {
    /** How many flows are shown, by bytes. */
    static final int TOP_FLOWS = 20;

    private static final long FLOOR_CELL_MICROS = 100_000;

    private final String queue;
    private final TrailMeter trail;
    private final Map<String, FlowTrack> tracks = new LinkedHashMap<>();
    private final Map<Long, Long> floors = new TreeMap<>();
    private final SketchBuilder rtt = new SketchBuilder();
    private final SketchBuilder delayBeforeLoss = new SketchBuilder();
    private long baseMicros = Long.MAX_VALUE;
    private boolean polled;

    /**
     * @param queue name the flows get
     * @param cellMicros width of a trail's cell: the time between polls, at most a second
     */
    public FlowMeter(String queue, long cellMicros) {
        this.queue = queue;
        this.trail = new TrailMeter(queue, Math.min(1_000_000, cellMicros));
    }

    /** @param nowMicros when the sockets were read, later than the poll before */
    public void poll(long nowMicros, List<Socket> sockets) {
        tracks.values().forEach(track -> track.setGone(true));
        long[] counts = new long[4];
        long newPackets = 0;
        long busyMicros = 0;
        for (Socket socket : sockets) {
            FlowTrack track = tracks.computeIfAbsent(socket.flow(), flow -> new FlowTrack());
            track.setGone(false);
            boolean isNew = track.isNewTo(socket);
            SocketDelta delta = track.poll(nowMicros, socket, polled);
            if (delta.hasData()) {
                count(nowMicros, socket, delta, counts);
                newPackets += isNew ? delta.passedPackets() : 0;
                busyMicros = isNew ? Math.max(busyMicros, socket.busyMillis() * 1_000) : busyMicros;
            }
        }
        trail.poll(nowMicros, counts, newPackets, busyMicros);
        polled = true;
    }

    private void count(long nowMicros, Socket socket, SocketDelta delta, long[] counts) {
        counts[0] += delta.passedPackets();
        counts[1] += delta.passedPackets() * delta.frameBytes();
        counts[2] += delta.lostPackets();
        counts[3] += delta.lostPackets() * delta.frameBytes();
        @Nullable Long srtt = socket.srttMicros();
        if (srtt != null && delta.passedPackets() > 0) {
            rtt.add(srtt);
            floors.merge(nowMicros / FLOOR_CELL_MICROS, srtt, Math::min);
        }
        if (delta.lostPackets() > 0 && delta.srttBeforeMicros() != null) {
            delayBeforeLoss.add(delta.srttBeforeMicros());
        }
        if (socket.minRttMicros() != null) {
            baseMicros = Math.min(baseMicros, socket.minRttMicros());
        }
    }

    /** What the interval since the last drain showed, and begins anew. */
    public FlowView drain() {
        List<FlowTrack> active = tracks.values().stream()
                .filter(FlowTrack::isActive)
                .sorted(Comparator.comparingLong(FlowTrack::bytes).reversed())
                .toList();
        List<FlowSample> samples =
                active.stream().map(track -> track.sample(queue)).toList();
        SketchBuilder floor = new SketchBuilder();
        floors.values().forEach(floor::add);
        FlowView base = FlowView.rtt(rtt.drain(), floor.build());
        FlowView view = new FlowView(
                base.rttMicros(),
                base.rttFloorMicros(),
                null,
                base.ipdvMicros(),
                base.pdvMicros(),
                (long) samples.size(),
                samples.stream().mapToLong(FlowSample::dataPackets).sum(),
                samples.stream().mapToLong(FlowSample::retransmittedPackets).sum(),
                samples.stream().mapToLong(FlowSample::reorderedPackets).sum(),
                sum(samples, FlowSample::advertisedWindowBytes),
                sum(samples, FlowSample::inflightBytes),
                windowLimited(samples),
                null,
                samples.stream().limit(TOP_FLOWS).toList(),
                trail.drain(delayBeforeLoss.drain(), baseMicros == Long.MAX_VALUE ? 0 : baseMicros));
        floors.clear();
        tracks.values().removeIf(FlowTrack::isGone);
        tracks.values().forEach(FlowTrack::begin);
        return view;
    }

    /** Half the interval at the window is held back by it. */
    private static long windowLimited(List<FlowSample> samples) {
        return samples.stream()
                .filter(flow -> flow.windowLimitedRatio() != null && flow.windowLimitedRatio() >= 0.5)
                .count();
    }

    private static @Nullable Long sum(List<FlowSample> samples, Function<FlowSample, @Nullable Long> field) {
        @Nullable Long sum = null;
        for (FlowSample sample : samples) {
            @Nullable Long value = field.apply(sample);
            if (value != null) {
                sum = (sum == null ? 0 : sum) + value;
            }
        }
        return sum;
    }
}
