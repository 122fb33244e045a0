// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * Smoothed round-trip time and retransmission timeout, RFC 6298 section 2, without its floor of 1 s: senders differ in it
 * (Linux 200 ms, Windows 300 ms), so the caller applies the one it believes in.
 *
 * <p>First sample R: SRTT = R, RTTVAR = R/2. Then RTTVAR = 3/4 RTTVAR + 1/4 |SRTT - R|, after that SRTT = 7/8 SRTT + 1/8
 * R. RTO = SRTT + 4 RTTVAR. Example: 100 ms then 120 ms give RTO 300 ms then 272.5 ms. Whole nanoseconds; each step
 * rounds down by less than 2 ns.
 */
final class RetransmissionTimer {
    /** RFC 6298 (2.1). */
    static final long INITIAL_NANOS = 1_000_000_000L;

    private static final int BACKOFF_LIMIT = 6;

    private long smoothedNanos;
    private long variationNanos;
    private int backoff;

    /** A clean (Karn) sample; it ends the backoff (RFC 6298 section 5). */
    void sample(long rttNanos) {
        if (smoothedNanos == 0) {
            smoothedNanos = Math.max(1, rttNanos);
            variationNanos = rttNanos / 2;
        } else {
            variationNanos = (3 * variationNanos + Math.abs(smoothedNanos - rttNanos)) / 4;
            smoothedNanos = Math.max(1, (7 * smoothedNanos + rttNanos) / 8);
        }
        backoff = 0;
    }

    /** The timer ran out (5.5): the timeout doubles until the next clean sample. */
    void expired() {
        backoff = Math.min(BACKOFF_LIMIT, backoff + 1);
    }

    /** 0 before the first sample. */
    long smoothedNanos() {
        return smoothedNanos;
    }

    long variationNanos() {
        return variationNanos;
    }

    long timeoutNanos() {
        long base = smoothedNanos == 0 ? INITIAL_NANOS : smoothedNanos + 4 * variationNanos;
        return base << backoff;
    }
}
