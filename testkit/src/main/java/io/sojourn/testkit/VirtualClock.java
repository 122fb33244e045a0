// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it; to the nanosecond. */
public final class VirtualClock extends Clock {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final ZoneId zone;
    private long nowNanos;

    private VirtualClock(long nowNanos, ZoneId zone) {
        this.nowNanos = nowNanos;
        this.zone = zone;
    }

    /** @param millis since the Unix epoch */
    public static VirtualClock atMillis(long millis) {
        return new VirtualClock(Math.multiplyExact(millis, NANOS_PER_MILLI), ZoneOffset.UTC);
    }

    /** Nanoseconds since the Unix epoch. */
    public long nowNanos() {
        return nowNanos;
    }

    public VirtualClock advanceNanos(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("nanos=" + nanos + " < 0: time never goes back");
        }
        nowNanos = Math.addExact(nowNanos, nanos);
        return this;
    }

    public VirtualClock advanceMillis(long millis) {
        return advanceNanos(Math.multiplyExact(millis, NANOS_PER_MILLI));
    }

    @Override
    public long millis() {
        return Math.floorDiv(nowNanos, NANOS_PER_MILLI);
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(
                Math.floorDiv(nowNanos, NANOS_PER_SECOND), Math.floorMod(nowNanos, NANOS_PER_SECOND));
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** A clock of another zone that starts from the same time; the two then move apart. */
    @Override
    public Clock withZone(ZoneId other) {
        return new VirtualClock(nowNanos, other);
    }
}
