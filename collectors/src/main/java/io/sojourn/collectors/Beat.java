// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The beat of a live source: whole multiples of its interval since 1970, so that samples of all nodes line up. Ends when
 * closed.
 */
public final class Beat {
    private final Clock clock;
    private final long intervalMillis;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param intervalMillis 1 to 60 000 */
    public Beat(Clock clock, long intervalMillis) {
        if (intervalMillis < 1 || intervalMillis > 60_000) {
            throw new IllegalArgumentException("intervalMillis=" + intervalMillis + "; must be from 1 to 60000");
        }
        this.clock = clock;
        this.intervalMillis = intervalMillis;
    }

    /**
     * Waits for the next beat.
     *
     * @return false when closed
     */
    public boolean await() throws InterruptedException {
        long nowMillis = clock.millis();
        return !closed.await(intervalMillis - nowMillis % intervalMillis, TimeUnit.MILLISECONDS);
    }

    /** The beat that was last, in milliseconds since 1970. */
    public long lastMillis() {
        long nowMillis = clock.millis();
        return nowMillis - nowMillis % intervalMillis;
    }

    public long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    public void close() {
        closed.countDown();
    }
}
