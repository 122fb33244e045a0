// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.plan.TcpSettings;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of one TCP flow, seen as its kernel sees it: clean round-trip times, what was sent and sent again, and
 * every 100 ms how much is in flight.
 *
 * <p>Error: what was acknowledged selectively is no longer counted as in flight, where a kernel's count keeps it until
 * the acknowledgment passes it.
 */
final class Sender implements FlowObserver {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long LOOK_NANOS = SECOND_NANOS / SenderSecond.CELLS;

    private final TcpSettings tcp;
    private final TreeMap<Long, SenderSecond> seconds = new TreeMap<>();
    private long inflightSegments;
    private long nextLookNanos;
    private boolean anything;
    private long minRttMicros = Long.MAX_VALUE;

    Sender(TcpSettings tcp) {
        this.tcp = tcp;
    }

    @Override
    public void sent(long number, boolean again, long nowNanos) {
        look(nowNanos);
        SenderSecond second = second(nowNanos);
        second.dataPackets++;
        second.resentPackets += again ? 1 : 0;
        inflightSegments += again ? 0 : 1;
        anything = true;
    }

    @Override
    public void acknowledged(long number, long tookNanos, long nowNanos) {
        look(nowNanos);
        inflightSegments--;
        anything = true;
    }

    @Override
    public void rtt(long rttNanos, long nowNanos) {
        long micros = rttNanos / 1_000;
        minRttMicros = Math.min(minRttMicros, micros);
        second(nowNanos).rtt(micros, (int) (nowNanos % SECOND_NANOS / LOOK_NANOS));
    }

    /** Looks at all times of looking that have passed; one that nothing happened before is like a socket that is idle. */
    private void look(long nowNanos) {
        while (nextLookNanos <= nowNanos) {
            if (anything) {
                second(nextLookNanos).inflight(inflightSegments * tcp.payloadBytes());
            }
            anything = false;
            nextLookNanos = nextLookNanos == 0 || inflightSegments == 0
                    ? (nowNanos / LOOK_NANOS + 1) * LOOK_NANOS
                    : nextLookNanos + LOOK_NANOS;
        }
    }

    private SenderSecond second(long nanos) {
        return seconds.computeIfAbsent(nanos / SECOND_NANOS, second -> new SenderSecond());
    }

    /** A second that has passed; null when nothing happened in it. Those before it are forgotten. */
    @Nullable
    SenderSecond past(long second) {
        seconds.headMap(second).clear();
        SenderSecond seen = seconds.get(second);
        return seen == null || seen.dataPackets == 0 ? null : seen;
    }

    long mssBytes() {
        return tcp.payloadBytes();
    }

    /** All of it from the beginning: receivers read at once. */
    long windowBytes() {
        return (long) tcp.windowSegments() * tcp.payloadBytes();
    }

    /** Least so far; null before the first. */
    @Nullable
    Long minRttMicros() {
        return minRttMicros == Long.MAX_VALUE ? null : minRttMicros;
    }

    /** As Linux calls it. */
    String congestionControl() {
        String name = tcp.algorithm().name().toLowerCase(Locale.ROOT);
        return name.endsWith("cubic") ? "cubic" : name;
    }
}
