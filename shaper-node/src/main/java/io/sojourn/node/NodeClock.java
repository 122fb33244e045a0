// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import java.util.concurrent.TimeUnit;

/** The world's time, as against that of the packets. */
public interface NodeClock {
    /** Only differences mean something. */
    long nanoTime();

    /** Milliseconds since the Unix epoch. */
    long epochMillis();

    void sleepNanos(long nanos) throws InterruptedException;

    /** The machine's. */
    static NodeClock system() {
        return new NodeClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public long epochMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public void sleepNanos(long nanos) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        };
    }
}
