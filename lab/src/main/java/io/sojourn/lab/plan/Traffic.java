// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import org.jspecify.annotations.Nullable;

/** What a flow carries. */
public sealed interface Traffic {
    /**
     * A TCP connection that sends all it can.
     *
     * @param offeredBitsPerSecond payload the application has to send, at least 1; null when it always has more
     */
    record Bulk(TcpSettings tcp, @Nullable Long offeredBitsPerSecond) implements Traffic {
        public Bulk {
            atLeast("offeredBitsPerSecond", offeredBitsPerSecond == null ? 1 : offeredBitsPerSecond, 1);
        }
    }

    /**
     * A video client on one TCP connection: a chunk is sent for each request; the next request comes one period after
     * the last, or when its chunk is complete if that is later.
     *
     * @param chunkBytes payload of a chunk, at least 1
     * @param periodNanos playing time of a chunk, at least 1
     */
    record Chunks(TcpSettings tcp, long chunkBytes, long periodNanos) implements Traffic {
        public Chunks {
            atLeast("chunkBytes", chunkBytes, 1);
            atLeast("periodNanos", periodNanos, 1);
        }
    }

    /**
     * Datagrams at a constant rate, which answer to nothing.
     *
     * @param bitsPerSecond IP bytes counted, at least 1
     * @param ipBytes length of each, header included, 28 to 65535
     * @param jitterRatio each gap is drawn evenly from its mean times 1 - this to 1 + this, 0 to 1: a strict beat would
     *     lock in with a bucket's
     */
    record ConstantRate(long bitsPerSecond, int ipBytes, double jitterRatio) implements Traffic {
        public ConstantRate {
            atLeast("bitsPerSecond", bitsPerSecond, 1);
            checkIpBytes(ipBytes);
            if (!(jitterRatio >= 0 && jitterRatio <= 1)) {
                throw new IllegalArgumentException("jitterRatio=" + jitterRatio + " is not from 0 to 1");
            }
        }
    }

    /**
     * A constant rate in bursts.
     *
     * @param onNanos length of a burst, at least 1
     * @param offNanos silence after it, at least 1
     * @param random whether both are exponentially distributed around those means
     */
    record OnOff(ConstantRate burst, long onNanos, long offNanos, boolean random) implements Traffic {
        public OnOff {
            atLeast("onNanos", onNanos, 1);
            atLeast("offNanos", offNanos, 1);
        }
    }

    /**
     * Echo requests (RFC 792), each answered at once by one of the same length.
     *
     * @param ipBytes length of each, header included, 28 to 65535
     */
    record Ping(long intervalNanos, int ipBytes) implements Traffic {
        public Ping {
            atLeast("intervalNanos", intervalNanos, 1);
            checkIpBytes(ipBytes);
        }
    }

    private static void checkIpBytes(int ipBytes) {
        if (ipBytes < 28 || ipBytes > 65_535) {
            throw new IllegalArgumentException("ipBytes=" + ipBytes + " is not from 28 to 65535");
        }
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + " < " + least);
        }
    }
}
