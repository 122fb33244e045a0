// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that failed, so that a broker which is away stops nothing for good. Waits before it does: 1 s
 * the first time, twice as long each time after that, at most 30 s, and 1 s again after a quiet minute.
 */
final class ReplaceThreads implements StreamsUncaughtExceptionHandler {
    static final long FIRST_WAIT_MILLIS = 1_000;
    static final long LONGEST_WAIT_MILLIS = 30_000;
    static final long QUIET_MILLIS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(ReplaceThreads.class);

    private final WindowsCounters counters;
    private final LongSupplier nowMillis;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long waitMillis;
    private long failedMillis;
    private @Nullable String lastProblem;

    ReplaceThreads(WindowsCounters counters, LongSupplier nowMillis) {
        this.counters = counters;
        this.nowMillis = nowMillis;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        long waitNowMillis = nextWaitMillis(failure);
        LOG.warn("a stream thread failed and is replaced in {} ms: {}", waitNowMillis, lastProblem(), failure);
        boolean stop = closed(waitNowMillis);
        counters.add(Count.THREADS_REPLACED, stop ? 0 : 1);
        return stop ? StreamThreadExceptionResponse.SHUTDOWN_CLIENT : StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    synchronized long nextWaitMillis(Throwable failure) {
        long now = nowMillis.getAsLong();
        boolean quiet = waitMillis == 0 || now - failedMillis > QUIET_MILLIS;
        waitMillis = quiet ? FIRST_WAIT_MILLIS : Math.min(LONGEST_WAIT_MILLIS, 2 * waitMillis);
        failedMillis = now;
        lastProblem = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return waitMillis;
    }

    /** What failed last; null when nothing has. */
    synchronized @Nullable String lastProblem() {
        return lastProblem;
    }

    /** Ends every wait: no thread is replaced any more. */
    void close() {
        closing.countDown();
    }

    private boolean closed(long waitMillis) {
        try {
            return closing.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
