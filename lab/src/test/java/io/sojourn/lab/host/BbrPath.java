// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Events;
import io.sojourn.lab.plan.TcpSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** BBR over a path of 10 ms that delivers one segment a millisecond, each acknowledged by itself. */
final class BbrPath {
    static final long MS = 1_000_000L;
    static final long RTT = 10 * MS;
    static final long SEGMENT_NANOS = MS;

    final Bbr bbr;
    final List<Long> gaps = new ArrayList<>();
    final List<Integer> windows = new ArrayList<>();
    private final Events events = new Events();
    private final Pacer pacer = new Pacer(events, nowNanos -> send());
    private final ArrayDeque<Long> arrivals = new ArrayDeque<>();
    private final ArrayDeque<Long> sendings = new ArrayDeque<>();
    private long nowNanos;
    private long next;
    private long unacknowledged;
    private long busyUntilNanos;

    BbrPath() {
        bbr = new Bbr(TcpSettings.linux(TcpSettings.Algorithm.BBR), pacer, new SplittableRandom(1));
        bbr.connected(RTT, 0);
    }

    int inFlight() {
        return (int) (next - unacknowledged);
    }

    long next() {
        return next;
    }

    void runUntil(long endNanos) {
        send();
        while (nowNanos < endNanos) {
            long arrivalNanos = arrivals.isEmpty() ? Long.MAX_VALUE : arrivals.getFirst();
            long leaveNanos = inFlight() < bbr.segments() ? Math.max(pacer.nextNanos(), nowNanos) : Long.MAX_VALUE;
            nowNanos = Math.min(arrivalNanos, leaveNanos);
            if (arrivalNanos <= leaveNanos) {
                acknowledge(0);
            }
            send();
        }
    }

    /** The next segment arrives, and others of those behind it are found lost. */
    void acknowledge(int lost) {
        nowNanos = Math.max(nowNanos, arrivals.removeFirst());
        int before = inFlight();
        bbr.arrived(unacknowledged++, nowNanos);
        bbr.rtt(nowNanos - sendings.removeFirst(), false, nowNanos);
        bbr.advanced(unacknowledged);
        bbr.acknowledged(new SendWindow.Progress(1, lost, true, before, inFlight() - lost), nowNanos);
        note(gaps, bbr.gapNanos(RTT));
        note(windows, bbr.segments());
    }

    private static <T> void note(List<T> values, T value) {
        if (values.isEmpty() || !values.get(values.size() - 1).equals(value)) {
            values.add(value);
        }
    }

    private void send() {
        while (inFlight() < bbr.segments() && pacer.nextNanos() <= nowNanos) {
            busyUntilNanos = Math.max(busyUntilNanos + SEGMENT_NANOS, nowNanos + RTT);
            arrivals.add(busyUntilNanos);
            sendings.add(nowNanos);
            pacer.left(bbr.gapNanos(RTT), nowNanos);
            bbr.sent(next++, inFlight() == 1, nowNanos);
        }
    }
}
