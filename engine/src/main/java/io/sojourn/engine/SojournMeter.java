// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Keeps the sojourn time of every sent packet, and the floor of each 100 ms. */
public final class SojournMeter {
    private final SojournHistogram sojourns = new SojournHistogram();
    private final SojournFloor floor = new SojournFloor();

    /**
     * Keeps one sojourn time (RFC 8289 section 3).
     *
     * @param sojournNanos at least 0; 0 for a packet that did not wait
     * @param nowNanos when it left
     */
    public void sent(long sojournNanos, long nowNanos) {
        sojourns.record(sojournNanos);
        floor.record(sojournNanos, nowNanos);
    }

    /** In nanoseconds; the reader drains it. */
    public SojournHistogram sojourns() {
        return sojourns;
    }

    /** Close it before reading its floors. */
    public SojournFloor floor() {
        return floor;
    }
}
