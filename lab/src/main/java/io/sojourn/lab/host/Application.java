// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/** What the application of a TCP sender hands to it. */
interface Application {
    /** Segments handed over from the start until now. */
    long segments(long nowNanos);

    /** When there will be more than now; {@code Long.MAX_VALUE} when that is not known, or never. */
    long nextNanos(long nowNanos);

    /** As much as can be sent, until a time. */
    static Application endless(long stopNanos) {
        return new Application() {
            @Override
            public long segments(long nowNanos) {
                return nowNanos < stopNanos ? Long.MAX_VALUE : 0;
            }

            @Override
            public long nextNanos(long nowNanos) {
                return Long.MAX_VALUE;
            }
        };
    }

    /** Payload at a constant rate, in whole segments, until a time. */
    static Application steady(long bitsPerSecond, int payloadBytes, long startNanos, long stopNanos) {
        double nanosPerSegment = payloadBytes * 8e9 / bitsPerSecond;
        return new Application() {
            @Override
            public long segments(long nowNanos) {
                return 1 + (long) ((Math.min(nowNanos, stopNanos) - startNanos) / nanosPerSegment);
            }

            @Override
            public long nextNanos(long nowNanos) {
                long nextNanos = startNanos + (long) Math.ceil(segments(nowNanos) * nanosPerSegment);
                return nextNanos < stopNanos ? Math.max(nextNanos, nowNanos + 1) : Long.MAX_VALUE;
            }
        };
    }
}
