// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One flow over the polls of an interval. */
final class FlowTrack {
    /** Ethernet 14, IPv4 20 and TCP with timestamps 32 bytes: 12 too many without timestamps, 20 too few on IPv6. */
    private static final long HEADER_BYTES = 66;

    /** In flight against the offered window from which the window is what holds the sender: whole segments fit badly. */
    private static final double AT_WINDOW_RATIO = 0.9;

    private @Nullable Socket last;
    private long lastMicros;
    private long firstMicros;
    private long firstWindowLimitedMillis;
    private long owedDuplicates;
    private boolean gone;
    private long packets;
    private long bytes;
    private long lost;
    private long retransmitted;
    private long reordered;
    private long windowBytes;
    private int pollsAtWindow;
    private final List<Long> inflightBytes = new ArrayList<>();
    private final SketchBuilder rtt = new SketchBuilder();

    /** Whether its counters began since the poll before. */
    boolean isNewTo(Socket socket) {
        return last == null || socket.bytesSent() < last.bytesSent();
    }

    /** @param isNew the socket was not there at the poll before, so its counters began at 0 since */
    SocketDelta poll(long nowMicros, Socket socket, boolean isNew) {
        @Nullable Socket before = last;
        if (isNewTo(socket)) {
            firstMicros = nowMicros;
            firstWindowLimitedMillis = socket.windowLimitedMillis();
            before = before != null || isNew ? Socket.begun(socket.flow()) : null;
        }
        last = socket;
        lastMicros = nowMicros;
        SocketDelta delta = before == null ? SocketDelta.NONE : delta(before, socket);
        add(socket, delta);
        return delta;
    }

    private SocketDelta delta(Socket before, Socket now) {
        long retransmits = Math.max(0, now.retransmits() - before.retransmits());
        owedDuplicates += Math.max(0, now.dsackDuplicates() - before.dsackDuplicates());
        long spurious = Math.min(owedDuplicates, retransmits);
        owedDuplicates -= spurious;
        long frame = frameBytes(now);
        return new SocketDelta(
                Math.max(0, now.dataSegmentsOut() - before.dataSegmentsOut()),
                retransmits,
                passed(before, now, frame - HEADER_BYTES),
                retransmits - spurious,
                Math.max(0, now.reorderings() - before.reorderings()),
                frame,
                before.srttMicros());
    }

    private static long frameBytes(Socket socket) {
        return HEADER_BYTES + (socket.dataSegmentsOut() == 0 ? 0 : socket.bytesSent() / socket.dataSegmentsOut());
    }

    /** Segments the peer got. Without the kernel's count, from the bytes acknowledged, which stand still at a hole. */
    private static long passed(Socket before, Socket now, long payloadBytes) {
        if (now.delivered() != null && before.delivered() != null) {
            return Math.max(0, now.delivered() - before.delivered());
        }
        return Math.max(0, now.bytesAcked() - before.bytesAcked()) / Math.max(1, payloadBytes);
    }

    private void add(Socket socket, SocketDelta delta) {
        packets += delta.sentPackets();
        bytes += delta.sentPackets() * delta.frameBytes();
        lost += delta.lostPackets();
        retransmitted += delta.retransmittedPackets();
        reordered += delta.reorderedPackets();
        if (!delta.hasData()) {
            return;
        }
        if (socket.srttMicros() != null && delta.passedPackets() > 0) {
            rtt.add(socket.srttMicros());
        }
        long mss = socket.mssBytes() == null ? delta.frameBytes() - HEADER_BYTES : socket.mssBytes();
        long inflight = socket.unackedSegments() * mss;
        inflightBytes.add(inflight);
        if (socket.sendWindowBytes() != null) {
            windowBytes = Math.max(windowBytes, socket.sendWindowBytes());
            pollsAtWindow += inflight >= AT_WINDOW_RATIO * socket.sendWindowBytes() ? 1 : 0;
        }
    }

    boolean isActive() {
        return packets > 0;
    }

    long bytes() {
        return bytes;
    }

    boolean isGone() {
        return gone;
    }

    void setGone(boolean gone) {
        this.gone = gone;
    }

    FlowSample sample(String queue) {
        Socket socket = Objects.requireNonNull(last);
        return new FlowSample(
                queue,
                socket.flow(),
                packets,
                bytes,
                packets,
                lost,
                retransmitted,
                reordered,
                rtt.build(),
                socket.minRttMicros(),
                null,
                socket.mssBytes(),
                windowBytes == 0 ? null : windowBytes,
                median(),
                windowLimitedRatio(socket),
                socket.congestionControl());
    }

    private @Nullable Long median() {
        Collections.sort(inflightBytes);
        return inflightBytes.isEmpty() ? null : inflightBytes.get(inflightBytes.size() / 2);
    }

    /**
     * The larger of two signs: the kernel's clock of time spent held back by the window, and the polls that found the
     * data in flight at it. The kernel counts only when the window is the only brake, the polls know no cause.
     */
    private double windowLimitedRatio(Socket socket) {
        double elapsedMillis = Math.max(1, (lastMicros - firstMicros) / 1000.0);
        double kernel = (socket.windowLimitedMillis() - firstWindowLimitedMillis) / elapsedMillis;
        double polls = inflightBytes.isEmpty() ? 0 : (double) pollsAtWindow / inflightBytes.size();
        return Math.max(0, Math.min(1, Math.max(kernel, polls)));
    }

    /** The next interval begins where the last poll was. */
    void begin() {
        firstMicros = lastMicros;
        firstWindowLimitedMillis = last == null ? 0 : last.windowLimitedMillis();
        packets = 0;
        bytes = 0;
        lost = 0;
        retransmitted = 0;
        reordered = 0;
        windowBytes = 0;
        pollsAtWindow = 0;
        inflightBytes.clear();
        rtt.drain();
    }
}
